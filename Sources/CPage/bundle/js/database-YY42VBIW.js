import{a}from"./chunk-CAHPGJEW.js";import"./chunk-7TV3UQSS.js";import"./chunk-KUWL7LHT.js";import"./chunk-KWOGQGRY.js";export{a as openDatabase};
