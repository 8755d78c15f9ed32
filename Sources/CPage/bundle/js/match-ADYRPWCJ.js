import{d as a,e as b,f as c,g as d}from"./chunk-5MAO2Z3W.js";import"./chunk-Q36HUX7W.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
