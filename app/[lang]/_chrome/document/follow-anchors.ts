/**
 * Row A11: a link to an anchor of the page one is on. The router writes the anchor twice, and does not scroll, when the address
 * has it already; the browser alone leaves an entry in the history that the router does not know.
 * @returns a function that ends it
 */
export function followAnchors(): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link?.hash || link.target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== location.pathname || link.search !== location.search) return;
    const target = document.getElementById(link.hash.slice(1));
    if (!target) return;
    event.preventDefault();
    if (link.hash !== location.hash) window.history.pushState(null, '', link.hash);
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  };
  // Before the router hears of it, which leaves alone what was prevented.
  window.addEventListener('click', follow, { capture: true });
  return () => window.removeEventListener('click', follow, { capture: true });
}
