import{a,b,l as c,n as d,xc as e}from"./chunk-R3L5UFCH.js";export{e as board,d as changed,a as h,b as patch,c as state};
