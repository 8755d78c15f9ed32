import{d as a,e as b,f as c,g as d}from"./chunk-MM625NXF.js";import"./chunk-SOPX72K7.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
