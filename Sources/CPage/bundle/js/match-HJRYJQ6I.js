import{d as a,e as b,f as c,g as d}from"./chunk-SAHBG4JO.js";import"./chunk-7363VGBE.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
