import{a}from"./chunk-IIE2HFJJ.js";import"./chunk-EYVJA4KT.js";import"./chunk-GABTAE53.js";import"./chunk-R3L5UFCH.js";export{a as openDatabase};
