import{d as a,e as b,f as c,g as d}from"./chunk-3KPEKIHE.js";import"./chunk-7MJTFKDP.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
