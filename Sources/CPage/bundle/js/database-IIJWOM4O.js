import{a}from"./chunk-QRYHLL5D.js";import"./chunk-M5VYGXQ3.js";import"./chunk-W6SSWWIA.js";import"./chunk-7QRXLD3V.js";export{a as openDatabase};
