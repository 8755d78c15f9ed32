import{a}from"./chunk-XAJQGMVE.js";import"./chunk-EAR7677F.js";import"./chunk-Y46BKEKR.js";import"./chunk-JLFHUCW7.js";export{a as openDatabase};
