import{d as a,e as b,f as c,g as d}from"./chunk-RYVB6AE4.js";import"./chunk-LLHKFEBB.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
