import{d as a,e as b,f as c,g as d}from"./chunk-6SE7JPZ6.js";import"./chunk-QGZ5QIFV.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
