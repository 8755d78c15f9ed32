import{i as a}from"./chunk-TWWXLNAZ.js";import"./chunk-USKX26FB.js";import"./chunk-OEUXZHCM.js";export{a as openDatabase};
