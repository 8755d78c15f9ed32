import{i as a}from"./chunk-JFDQU2RO.js";import"./chunk-BUGTWO2J.js";import"./chunk-W7SYZ2NN.js";export{a as openDatabase};
