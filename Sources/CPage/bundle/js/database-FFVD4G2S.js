import{a}from"./chunk-7VKP4IAO.js";import"./chunk-YSCWGK7R.js";import"./chunk-DEZJNRCF.js";import"./chunk-FOBH6XWH.js";export{a as openDatabase};
