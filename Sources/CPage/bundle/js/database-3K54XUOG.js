import{a}from"./chunk-BQNEAEHM.js";import"./chunk-SQUYAGEY.js";import"./chunk-BWPGVSS5.js";import"./chunk-NP3WXU7M.js";export{a as openDatabase};
