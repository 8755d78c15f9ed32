import{i as a}from"./chunk-N2UTRB6I.js";import"./chunk-PUWPEPBX.js";import"./chunk-QS6RUWHE.js";export{a as openDatabase};
