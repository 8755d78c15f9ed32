import{d as a,e as b,f as c,g as d}from"./chunk-JHLIZQEK.js";import"./chunk-6HBZ5FUL.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
