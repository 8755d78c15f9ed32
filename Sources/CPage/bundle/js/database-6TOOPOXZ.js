import{i as a}from"./chunk-SART6GSE.js";import"./chunk-6ZKUIGE3.js";import"./chunk-LLHKFEBB.js";export{a as openDatabase};
