import{i as a}from"./chunk-7TW6TG2D.js";import"./chunk-QM3SCRGO.js";import"./chunk-SOPX72K7.js";export{a as openDatabase};
