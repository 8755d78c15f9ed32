import{d as a,e as b,f as c,g as d}from"./chunk-JOB7QISA.js";import"./chunk-O756W4HJ.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
