import{d as a,e as b,f as c,g as d}from"./chunk-AWE6OJMJ.js";import"./chunk-JZ77VGBR.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
