import{d as a,e as b,f as c,g as d}from"./chunk-WUOUND5P.js";import"./chunk-JKGQAWPD.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
