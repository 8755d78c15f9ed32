import{i as a}from"./chunk-ZCLJELNV.js";import"./chunk-ACFX3HTZ.js";import"./chunk-PA22KT4C.js";export{a as openDatabase};
