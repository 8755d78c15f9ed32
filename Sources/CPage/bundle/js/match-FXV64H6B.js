import{d as a,e as b,f as c,g as d}from"./chunk-YVXWTMKP.js";import"./chunk-3UCOFLDX.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
