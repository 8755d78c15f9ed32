import{i as a}from"./chunk-5JWU7CZ6.js";import"./chunk-3P6K5ZYH.js";import"./chunk-F46MLUWY.js";export{a as openDatabase};
