import{a}from"./chunk-56NKQODF.js";import"./chunk-MWT7KFU5.js";import"./chunk-XBCBX5EH.js";import"./chunk-7MJTFKDP.js";export{a as openDatabase};
