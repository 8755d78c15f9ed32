import{d as a,e as b,f as c,g as d}from"./chunk-F2A53MXW.js";import"./chunk-FOBH6XWH.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
