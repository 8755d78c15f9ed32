import{a}from"./chunk-DBCZZFAS.js";import"./chunk-QDYU6FLI.js";import"./chunk-MKDYNWP2.js";import"./chunk-K3TLJZ2F.js";export{a as openDatabase};
