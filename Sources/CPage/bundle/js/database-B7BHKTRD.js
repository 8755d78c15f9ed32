import{i as a}from"./chunk-6OV2KOLJ.js";import"./chunk-Q5X5L5DN.js";import"./chunk-ZNAF75IA.js";export{a as openDatabase};
