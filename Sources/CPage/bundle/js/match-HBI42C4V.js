import{d as a,e as b,f as c,g as d}from"./chunk-2HXTD5YM.js";import"./chunk-NP3WXU7M.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
