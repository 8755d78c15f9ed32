import{i as a}from"./chunk-XRXPTMEC.js";import"./chunk-CJQQQWVU.js";import"./chunk-5LNAMCWX.js";export{a as openDatabase};
