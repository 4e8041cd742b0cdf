import{c as t}from"./index-D1OrbiCy.js";const u=150;function n(e){const[r,s]=t.useState(e);return t.useEffect(()=>{const o=setTimeout(()=>s(e),u);return()=>clearTimeout(o)},[e]),r}export{n as u};
