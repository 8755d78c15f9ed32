import{Wb as e,a,b,k as c,m as d}from"./chunk-3UCOFLDX.js";export{e as board,d as changed,a as h,b as patch,c as state};
