import{d as a,e as b,f as c,g as d}from"./chunk-VQQCGUJA.js";import"./chunk-2H5LSJ4B.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
