import{a}from"./chunk-ZFE6YRFB.js";import"./chunk-XPRBUGBQ.js";import"./chunk-RPE757RU.js";import"./chunk-V3LM2ZMT.js";export{a as openDatabase};
