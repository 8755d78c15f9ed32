import{a,b,l as c,n as d,xc as e}from"./chunk-T3DF6MQ6.js";export{e as board,d as changed,a as h,b as patch,c as state};
