import{d as a,e as b,f as c,g as d}from"./chunk-VLECE4LB.js";import"./chunk-6NQN2E5H.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
