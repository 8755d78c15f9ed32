import{i as a}from"./chunk-UIJ5RBZW.js";import"./chunk-3XS6T74X.js";import"./chunk-NZZROJXO.js";export{a as openDatabase};
