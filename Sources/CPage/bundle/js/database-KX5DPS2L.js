import{i as a}from"./chunk-LHEWQFLK.js";import"./chunk-VXNCEW7I.js";import"./chunk-6HBZ5FUL.js";export{a as openDatabase};
