import{i as a}from"./chunk-K6JUH2UB.js";import"./chunk-JGCI62YZ.js";import"./chunk-L5TQ4JEF.js";export{a as openDatabase};
