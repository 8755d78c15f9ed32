import{d as a,e as b,f as c,g as d}from"./chunk-S5KRZOSY.js";import"./chunk-44MOPS5Q.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
