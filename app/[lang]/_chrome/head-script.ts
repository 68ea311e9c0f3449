/**
 * Runs before the first paint: which tabs this visitor gets (row B2) and which theme was chosen. The cookie is only a
 * hint for display; it opens nothing.
 */
export const headScript = `(function(d){var m=/(?:^|; )signed_in=([^;]*)/.exec(document.cookie);d.auth=m?m[1]==='guest'?'guest':'learner':'none';try{var t=localStorage.getItem('theme');if(t)d.theme=t}catch(e){}})(document.documentElement.dataset)`;
