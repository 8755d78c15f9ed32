import{d as a,e as b,f as c,g as d}from"./chunk-IMZM7243.js";import"./chunk-QS6RUWHE.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
