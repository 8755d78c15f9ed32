import{i as a}from"./chunk-6EUMRUU7.js";import"./chunk-K2JHGKPR.js";import"./chunk-QOYCLBFE.js";export{a as openDatabase};
