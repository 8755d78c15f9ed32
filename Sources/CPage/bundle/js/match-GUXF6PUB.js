import{d as a,e as b,f as c,g as d}from"./chunk-UHSFQQIY.js";import"./chunk-LJU73NNB.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
