import{d as a,e as b,f as c,g as d}from"./chunk-RHQORCR6.js";import"./chunk-K3TLJZ2F.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
