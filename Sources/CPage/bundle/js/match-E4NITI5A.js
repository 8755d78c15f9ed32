import{d as a,e as b,f as c,g as d}from"./chunk-QDPYG66K.js";import"./chunk-F46MLUWY.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
