import{a}from"./chunk-MAIHXVL4.js";import"./chunk-VBXK7OC4.js";import"./chunk-25WRG34G.js";export{a as openDatabase};
