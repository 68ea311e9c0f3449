/**
 * What stands in the fields is what counts. React hears of a change by its events alone, and misses what was typed or restored before it took
 * over the page, and what password managers assign without an event. Whatever it missed is changed once more, so that every form hears of it,
 * controlled or not.
 */

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsOf = (root: ParentNode): Control[] => [...root.querySelectorAll<Control>('input:not([type=hidden]), textarea, select')];

/** Password managers assign without an event: nothing else tells when. */
const lookAgainMs = 500;

/**
 * Starts while React takes over the page, before it puts back what the server sent.
 * @returns a function that ends it
 */
export function followFields(): () => void {
  /** The value that React knows by an event. */
  const known = new WeakMap<Control, string>();
  const heard = ({ target }: Event) => {
    if (isControl(target) && !isChoice(target)) known.set(target, target.value);
  };
  const early = controlsOf(document).flatMap((control) => {
    const repeat = earlyChangeOf(control);
    return repeat ? [{ control, repeat }] : [];
  });
  const lookAgain = () => {
    const missed = controlsOf(document).filter((control) => !isChoice(control) && control.value !== known.get(control) && control.value !== sentValueOf(control));
    // All values first: a form that hears of one change puts back the others.
    for (const repeat of missed.map(changeOnceMore)) repeat();
  };
  // Choices come last: one can replace the field beside it, and the new field takes over the value that the form knows.
  early.sort((one, other) => Number(isChoice(one.control)) - Number(isChoice(other.control)));
  // Not at once: effects of the page are under way, and each form takes one change before it hears of the next.
  const first = setTimeout(() => {
    for (const { control, repeat } of early) if (control.isConnected && !known.has(control)) repeat();
    lookAgain();
  });
  const regularly = setInterval(() => { if (!document.hidden) lookAgain(); }, lookAgainMs);
  const moments = ['submit', 'click'] as const;
  for (const event of ['input', 'change']) window.addEventListener(event, heard, { capture: true });
  // Before React hears of them.
  for (const event of moments) window.addEventListener(event, lookAgain, { capture: true });
  window.addEventListener('pageshow', lookAgain);
  return () => {
    clearTimeout(first);
    clearInterval(regularly);
    for (const event of ['input', 'change']) window.removeEventListener(event, heard, { capture: true });
    for (const event of moments) window.removeEventListener(event, lookAgain, { capture: true });
    window.removeEventListener('pageshow', lookAgain);
  };
}

/** Types a value into a text field or chooses it in a list, in such a way that React hears of it. */
export function fillField(control: Control, value: string): void {
  if (control instanceof HTMLSelectElement) {
    control.value = value;
    return report(control, 'change');
  }
  const { selectionStart, selectionEnd } = control;
  // React reports a change only when the value differs from what was last assigned to this very element.
  control.value = control.value === '' && value === '' ? ' ' : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  if (selectionStart !== null && document.activeElement === control) control.setSelectionRange(selectionStart, selectionEnd);
  report(control, 'input');
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Is chosen or pressed rather than typed; nothing assigns to these later on. */
const isChoice = (control: Control): boolean =>
  control instanceof HTMLSelectElement || ['checkbox', 'radio', 'file', 'range', 'color', 'submit', 'button', 'reset', 'image'].includes(control.type);

/** The value that the server sent or React last assigned. */
const sentValueOf = (control: Control): string => (control instanceof HTMLSelectElement ? control.value : control.defaultValue);

/** @returns what types the value of now once more */
function changeOnceMore(control: Control): () => void {
  const { value } = control;
  return () => fillField(control, value);
}

/** As `changeOnceMore`, for a change that was made before React; null where there was none. */
function earlyChangeOf(control: Control): (() => void) | null {
  if (control instanceof HTMLSelectElement) {
    const { selectedIndex } = control;
    const sent = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return selectedIndex === Math.max(0, sent) ? null : changeOnceMore(control);
  }
  if (control.type === 'checkbox' || control.type === 'radio') {
    const { checked, defaultChecked } = control as HTMLInputElement;
    if (checked === defaultChecked || (control.type === 'radio' && !checked)) return null;
    return () => {
      (control as HTMLInputElement).checked = defaultChecked;
      control.click();
    };
  }
  if (control.type === 'file') return (control as HTMLInputElement).files?.length ? () => report(control, 'change') : null;
  return isChoice(control) || control.value === control.defaultValue ? null : changeOnceMore(control);
}

function report(control: Element, event: 'input' | 'change'): void {
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
