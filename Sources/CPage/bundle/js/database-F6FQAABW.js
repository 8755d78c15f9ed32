import{i as a}from"./chunk-PUTZ3LAG.js";import"./chunk-NS6YAKDU.js";import"./chunk-BUYX6R3H.js";export{a as openDatabase};
