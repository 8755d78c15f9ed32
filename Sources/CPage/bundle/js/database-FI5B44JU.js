import{i as a}from"./chunk-JULG6SFZ.js";import"./chunk-MPT4EY6E.js";import"./chunk-7363VGBE.js";export{a as openDatabase};
