import{a}from"./chunk-V2NYDNNT.js";import"./chunk-OBUTQV55.js";import"./chunk-MTP67VAI.js";import"./chunk-SJNQGHL7.js";export{a as openDatabase};
