import{a}from"./chunk-PW57VMRH.js";import"./chunk-QZRH7Q3T.js";import"./chunk-BZFMXFUQ.js";import"./chunk-3UCOFLDX.js";export{a as openDatabase};
