import{i as a}from"./chunk-EIRP3A5Q.js";import"./chunk-23MKG47W.js";import"./chunk-R7DGG3TV.js";export{a as openDatabase};
