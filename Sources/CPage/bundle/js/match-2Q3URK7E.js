import{d as a,e as b,f as c,g as d}from"./chunk-OXJJF6PM.js";import"./chunk-PA22KT4C.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
