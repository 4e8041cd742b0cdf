import{c as t}from"./index-Dvj5eEqM.js";const u=150;function n(e){const[r,s]=t.useState(e);return t.useEffect(()=>{const o=setTimeout(()=>s(e),u);return()=>clearTimeout(o)},[e]),r}export{n as u};
