import{a,b,l as c,n as d,xc as e}from"./chunk-O756W4HJ.js";export{e as board,d as changed,a as h,b as patch,c as state};
