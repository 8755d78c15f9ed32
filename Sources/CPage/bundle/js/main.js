import{Jb as e,a,b,k as c,m as d}from"./chunk-F46MLUWY.js";export{e as board,d as changed,a as h,b as patch,c as state};
