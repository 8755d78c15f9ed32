import{i as a}from"./chunk-NUBWEJMO.js";import"./chunk-SG4UTG4X.js";import"./chunk-QGZ5QIFV.js";export{a as openDatabase};
