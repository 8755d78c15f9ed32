import{a}from"./chunk-LUYE62CK.js";import"./chunk-SVYGBCPL.js";import"./chunk-E45TUOTD.js";import"./chunk-T3DF6MQ6.js";export{a as openDatabase};
