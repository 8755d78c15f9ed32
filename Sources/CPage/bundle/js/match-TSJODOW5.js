import{d as a,e as b,f as c,g as d}from"./chunk-JBEMWCJ5.js";import"./chunk-A36GP24I.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
