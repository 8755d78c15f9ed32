import{d as a,e as b,f as c,g as d}from"./chunk-OA2HDG4C.js";import"./chunk-6QEOF5V4.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
