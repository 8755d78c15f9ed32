import{i as a}from"./chunk-EJKS2L5E.js";import"./chunk-HES6454O.js";import"./chunk-RQDVXCDC.js";export{a as openDatabase};
