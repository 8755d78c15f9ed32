import{i as a}from"./chunk-EVCXQYYL.js";import"./chunk-53XXBHVT.js";import"./chunk-44MOPS5Q.js";export{a as openDatabase};
