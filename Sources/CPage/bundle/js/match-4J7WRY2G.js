import{d as a,e as b,f as c,g as d}from"./chunk-JKYL5TLF.js";import"./chunk-W7SYZ2NN.js";export{a as matchLabel,c as matchLine,b as openMatch,d as stateTag};
