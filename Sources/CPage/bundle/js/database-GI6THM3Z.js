import{a}from"./chunk-JLR7SQFW.js";import"./chunk-55HWOEG2.js";import"./chunk-TBIL3CND.js";import"./chunk-6NQN2E5H.js";export{a as openDatabase};
