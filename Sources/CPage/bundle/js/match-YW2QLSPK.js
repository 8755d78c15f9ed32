import{d as a,e as b,f as c,g as d}from"./chunk-AOKI4ZCZ.js";import"./chunk-25WRG34G.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
