import{d as a,e as b,f as c,g as d}from"./chunk-RUXPLKC3.js";import"./chunk-OEUXZHCM.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
