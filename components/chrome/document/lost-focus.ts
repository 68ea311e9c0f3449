/** Wait until components have moved the focus by themselves. */
const patienceMs = 50;

/** Row V17: moves the focus of a removed element to its replacement, or else to the part of the page around it. */
export function followLostFocus(): () => void {
  let focused: Element | null = null;
  let surroundings: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    focused = target;
    surroundings = listAncestors(target);
  };
  const isLost = () => focused?.isConnected === false && document.activeElement === document.body;
  const restore = () => {
    if (!isLost()) return;
    const replacement = focused?.id ? document.getElementById(focused.id) : null;
    const around = surroundings.find((each) => each.isConnected)?.closest('[tabindex], dialog, section, article, main');
    focused = null;
    if (replacement) replacement.focus({ preventScroll: true });
    else if (around instanceof HTMLElement) focusPart(around);
  };
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(restore, patienceMs);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
  };
}

function listAncestors(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let each = element.parentElement; each; each = each.parentElement) ancestors.push(each);
  return ancestors;
}

function focusPart(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
