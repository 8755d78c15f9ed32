import{i as a}from"./chunk-XMBKF5TV.js";import"./chunk-CPGAK4TI.js";import"./chunk-VUIXZPUU.js";export{a as openDatabase};
