import{i as a}from"./chunk-IZ4FYWDH.js";import"./chunk-2WL3RK4J.js";import"./chunk-A36GP24I.js";export{a as openDatabase};
