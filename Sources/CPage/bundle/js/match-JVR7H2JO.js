import{d as a,e as b,f as c,g as d}from"./chunk-ZZUWO6VQ.js";import"./chunk-T3DF6MQ6.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
