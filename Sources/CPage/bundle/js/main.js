import{a,b,k as c,m as d,wc as e}from"./chunk-7MJTFKDP.js";export{e as board,d as changed,a as h,b as patch,c as state};
