import{d as a,e as b,f as c,g as d}from"./chunk-CPV2IPCB.js";import"./chunk-KWOGQGRY.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
