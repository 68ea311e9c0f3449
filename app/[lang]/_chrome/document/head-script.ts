/**
 * Runs before the first paint: which tabs this visitor gets (row B2) and which theme was chosen. The cookie is only a
 * hint for display; it opens nothing. The theme's button works from here too, without waiting for the page's scripts.
 * zod must not try `new Function`, which the content security policy forbids and browsers report.
 */
export const headScript = `(function(d){window.__zod_globalConfig={jitless:true};var m=/(?:^|; )signed_in=([^;]*)/.exec(document.cookie);d.auth=m?m[1]==='guest'?'guest':'learner':'none';try{var t=localStorage.getItem('theme');if(t)d.theme=t}catch(e){}document.addEventListener('click',function(e){if(!(e.target instanceof Element)||!e.target.closest('[data-changes-theme]'))return;var n=document.documentElement.dataset,k=n.theme?n.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;n.theme=k?'light':'dark';try{localStorage.setItem('theme',n.theme)}catch(x){}})})(document.documentElement.dataset)`;
