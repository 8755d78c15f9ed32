import{d as a,e as b,f as c,g as d}from"./chunk-5A5VUIYF.js";import"./chunk-ZNAF75IA.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
