import{d as a,e as b,f as c,g as d}from"./chunk-PP57SABX.js";import"./chunk-WYNSNJGF.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
