import{d as a,e as b,f as c,g as d}from"./chunk-XJKMZ6CT.js";import"./chunk-VUIXZPUU.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
