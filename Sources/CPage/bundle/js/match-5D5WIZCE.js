import{d as a,e as b,f as c,g as d}from"./chunk-X4BEKWSO.js";import"./chunk-XFO6IGFK.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
