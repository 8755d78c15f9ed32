import{d as a,e as b,f as c,g as d}from"./chunk-5W2FRD3R.js";import"./chunk-LEPKBDEO.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
