import{d as a,e as b,f as c,g as d}from"./chunk-NDE73GNH.js";import"./chunk-QOYCLBFE.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
