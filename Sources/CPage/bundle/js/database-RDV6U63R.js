import{a}from"./chunk-5GKPZ673.js";import"./chunk-6EFAHXB6.js";import"./chunk-AWDFUSKS.js";import"./chunk-6QEOF5V4.js";export{a as openDatabase};
