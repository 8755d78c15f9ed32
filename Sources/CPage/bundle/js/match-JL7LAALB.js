import{d as a,e as b,f as c,g as d}from"./chunk-3QIN7XGJ.js";import"./chunk-BUYX6R3H.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
