import{d as a,e as b,f as c,g as d}from"./chunk-DO4G3SPP.js";import"./chunk-NZZROJXO.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
