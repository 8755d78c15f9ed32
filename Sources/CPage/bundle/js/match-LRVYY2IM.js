import{d as a,e as b,f as c,g as d}from"./chunk-VNCMAPGU.js";import"./chunk-7QRXLD3V.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
