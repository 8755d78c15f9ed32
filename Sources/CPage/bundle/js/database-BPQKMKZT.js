import{i as a}from"./chunk-KSQ4NSST.js";import"./chunk-M4HOQERE.js";import"./chunk-XFO6IGFK.js";export{a as openDatabase};
