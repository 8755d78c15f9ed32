import{d as a,e as b,f as c,g as d}from"./chunk-KAEFYZML.js";import"./chunk-SJNQGHL7.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
