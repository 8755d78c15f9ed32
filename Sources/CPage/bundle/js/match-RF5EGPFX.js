import{d as a,e as b,f as c,g as d}from"./chunk-2QDJE5ZF.js";import"./chunk-RQDVXCDC.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
