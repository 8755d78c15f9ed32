import{a,b,k as c,m as d,wc as e}from"./chunk-KU4BJI5H.js";export{e as board,d as changed,a as h,b as patch,c as state};
