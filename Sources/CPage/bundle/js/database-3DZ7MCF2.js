import{a}from"./chunk-UHMNQO2K.js";import"./chunk-HFV5EQ4O.js";import"./chunk-TH4F4XJ4.js";import"./chunk-O756W4HJ.js";export{a as openDatabase};
