import{d as a,e as b,f as c,g as d}from"./chunk-4NHCCVJO.js";import"./chunk-V3LM2ZMT.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
