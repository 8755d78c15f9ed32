import{i as a}from"./chunk-WVGLMW2U.js";import"./chunk-E6I6UWSB.js";import"./chunk-WYNSNJGF.js";export{a as openDatabase};
