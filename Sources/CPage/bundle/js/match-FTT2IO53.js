import{d as a,e as b,f as c,g as d}from"./chunk-F4DZEPWL.js";import"./chunk-R7DGG3TV.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
