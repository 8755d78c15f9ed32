import{d as a,e as b,f as c,g as d}from"./chunk-BPZDBMMI.js";import"./chunk-R3L5UFCH.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
