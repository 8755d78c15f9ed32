import{a}from"./chunk-B2JC7VAK.js";import"./chunk-Z5SVWNVR.js";import"./chunk-2TVFTD3P.js";import"./chunk-KU4BJI5H.js";export{a as openDatabase};
