import{i as a}from"./chunk-UQBGNFE3.js";import"./chunk-TFO6LEF5.js";import"./chunk-4C3MGE6L.js";export{a as openDatabase};
