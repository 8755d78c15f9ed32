import{Jb as e,a,b,k as c,m as d}from"./chunk-W7SYZ2NN.js";export{e as board,d as changed,a as h,b as patch,c as state};
