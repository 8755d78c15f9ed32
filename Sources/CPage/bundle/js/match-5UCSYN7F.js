import{d as a,e as b,f as c,g as d}from"./chunk-EVWRHGS5.js";import"./chunk-5LNAMCWX.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
