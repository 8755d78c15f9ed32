import{d as a,e as b,f as c,g as d}from"./chunk-TMSJ4UGV.js";import"./chunk-KU4BJI5H.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
