import{i as a}from"./chunk-UHJQUWAQ.js";import"./chunk-NTLL5JKE.js";import"./chunk-JKGQAWPD.js";export{a as openDatabase};
