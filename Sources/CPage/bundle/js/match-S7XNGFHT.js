import{d as a,e as b,f as c,g as d}from"./chunk-DMLOWZ3N.js";import"./chunk-HLDRKTPA.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
