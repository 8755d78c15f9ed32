import{i as a}from"./chunk-AWJ4LMVS.js";import"./chunk-SEL6EIPY.js";import"./chunk-JZ77VGBR.js";export{a as openDatabase};
