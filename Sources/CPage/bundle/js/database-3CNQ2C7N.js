import{i as a}from"./chunk-HZ7YOXW6.js";import"./chunk-IGI3X5HM.js";import"./chunk-Q36HUX7W.js";export{a as openDatabase};
