import{a}from"./chunk-32DIAIEU.js";import"./chunk-I266S7KL.js";import"./chunk-3WRDDM72.js";import"./chunk-2H5LSJ4B.js";export{a as openDatabase};
