import{i as a}from"./chunk-JGDMT4L3.js";import"./chunk-JTHDYIDD.js";import"./chunk-SZVQWZV7.js";export{a as openDatabase};
