import{d as a,e as b,f as c,g as d}from"./chunk-2JMXDGFR.js";import"./chunk-L5TQ4JEF.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
