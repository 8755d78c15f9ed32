import{d as a,e as b,f as c,g as d}from"./chunk-Y4JBZTBO.js";import"./chunk-SZVQWZV7.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
