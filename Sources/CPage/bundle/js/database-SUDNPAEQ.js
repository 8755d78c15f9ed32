import{i as a}from"./chunk-7MFCXAA2.js";import"./chunk-2QN5GE2N.js";import"./chunk-LEPKBDEO.js";export{a as openDatabase};
