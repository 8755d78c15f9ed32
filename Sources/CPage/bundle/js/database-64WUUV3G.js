import{i as a}from"./chunk-YRV5CG76.js";import"./chunk-TYOWHIFH.js";import"./chunk-HLDRKTPA.js";export{a as openDatabase};
