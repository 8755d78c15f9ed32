import{i as a}from"./chunk-TOYSQJA5.js";import"./chunk-OQS26ZAD.js";import"./chunk-LJU73NNB.js";export{a as openDatabase};
