import{d as a,e as b,f as c,g as d}from"./chunk-DASXGMMY.js";import"./chunk-4C3MGE6L.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
