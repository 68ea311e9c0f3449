export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const listControls = (root: ParentNode): Control[] => [
  ...root.querySelectorAll<Control>('input:not([type=hidden]), textarea, select'),
];

/** Poll for values that password managers assign without firing an event. */
const pollIntervalMs = 500;

/** On a slow line, React hydrates some parts of a page long after the others. */
const lateReplacementMs = 15_000;

/** Tells React about values set without an event: typed before hydration, or filled in by a password manager. */
export function followFields(): () => void {
  const reportedValues = new WeakMap<Control, string>();
  const recordValue = ({ target }: Event) => {
    if (isControl(target) && !isChoice(target)) reportedValues.set(target, target.value);
  };
  const early = listControls(document).flatMap((control) => {
    const repeat = findEarlyChange(control);
    return repeat ? [{ control, repeat }] : [];
  });
  const checkFields = () => {
    const missed = listControls(document).filter(
      (control) =>
        !isChoice(control) && control.value !== reportedValues.get(control) && control.value !== sentValueOf(control),
    );
    // Read all values first: handling one change may re-render the form and reset its other fields.
    for (const repeat of missed.map(repeatChange)) repeat();
  };
  // Replay choices last: a choice may replace neighbouring fields.
  early.sort((one, other) => Number(isChoice(one.control)) - Number(isChoice(other.control)));
  // Wait for the page's effects to finish, so that each form handles one change before the next.
  const first = setTimeout(() => {
    for (const { control, repeat } of early) if (control.isConnected) repeat();
    refillReplacedFields();
    checkFields();
  });
  const regularly = setInterval(() => {
    if (document.hidden) return;
    refillReplacedFields();
    checkFields();
  }, pollIntervalMs);
  // A sent form may show empty fields in place of the old ones.
  const forgetEarly = () => window.earlyFields?.clear();
  const lateParts = setTimeout(forgetEarly, lateReplacementMs);
  window.addEventListener('submit', forgetEarly, { capture: true });
  const moments = ['submit', 'click'] as const;
  for (const event of ['input', 'change']) window.addEventListener(event, recordValue, { capture: true });
  // Use the capture phase to run before React's handlers.
  for (const event of moments) window.addEventListener(event, checkFields, { capture: true });
  window.addEventListener('pageshow', checkFields);
  return () => {
    clearTimeout(first);
    clearInterval(regularly);
    clearTimeout(lateParts);
    window.removeEventListener('submit', forgetEarly, { capture: true });
    for (const event of ['input', 'change']) window.removeEventListener(event, recordValue, { capture: true });
    for (const event of moments) window.removeEventListener(event, checkFields, { capture: true });
    window.removeEventListener('pageshow', checkFields);
  };
}

/** React renders a page again that a translator changed before hydration, and so replaces fields with typed text. */
function refillReplacedFields(): void {
  let latest: Control | undefined;
  for (const [control, formAt] of window.earlyFields ?? []) {
    if (!isControl(control) || control.isConnected) continue;
    window.earlyFields?.delete(control);
    const replacement = findReplacement(control, document.forms[formAt]);
    if (!replacement) continue;
    if (!isChoice(control) || control instanceof HTMLSelectElement) fillField(replacement, control.value);
    else if ((control as HTMLInputElement).checked !== (replacement as HTMLInputElement).checked) replacement.click();
    latest = replacement;
  }
  if (document.activeElement === document.body) latest?.focus();
}

function findReplacement(control: Control, form: HTMLFormElement | undefined): Control | undefined {
  if (!form || form.getAttribute('action') !== control.form?.getAttribute('action')) return undefined;
  const namedLike = (place: ParentNode) => listControls(place).filter(({ name }) => name === control.name);
  return namedLike(form)[namedLike(control.form).indexOf(control)];
}

/** Fills in a text field or selects a list option so that React notices the change. */
export function fillField(control: Control, value: string): void {
  if (control instanceof HTMLSelectElement) {
    control.value = value;
    return dispatchChange(control, 'change');
  }
  const { selectionStart, selectionEnd } = control;
  // React reports a change only if the value differs from the one last assigned to this element.
  control.value = control.value === '' && value === '' ? ' ' : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  if (selectionStart !== null && document.activeElement === control)
    control.setSelectionRange(selectionStart, selectionEnd);
  dispatchChange(control, 'input');
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isChoice = (control: Control): boolean =>
  control instanceof HTMLSelectElement ||
  ['checkbox', 'radio', 'file', 'range', 'color', 'submit', 'button', 'reset', 'image'].includes(control.type);

const sentValueOf = (control: Control): string =>
  control instanceof HTMLSelectElement ? control.value : control.defaultValue;

function repeatChange(control: Control): () => void {
  const { value } = control;
  return () => fillField(control, value);
}

function findEarlyChange(control: Control): (() => void) | null {
  if (control instanceof HTMLSelectElement) {
    const { selectedIndex } = control;
    const sent = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return selectedIndex === Math.max(0, sent) ? null : repeatChange(control);
  }
  if (control.type === 'checkbox' || control.type === 'radio') {
    const { checked, defaultChecked } = control as HTMLInputElement;
    if (checked === defaultChecked || (control.type === 'radio' && !checked)) return null;
    return () => {
      (control as HTMLInputElement).checked = defaultChecked;
      control.click();
    };
  }
  if (control.type === 'file')
    return (control as HTMLInputElement).files?.length ? () => dispatchChange(control, 'change') : null;
  return isChoice(control) || control.value === control.defaultValue ? null : repeatText(control);
}

/** Restores text that React reset during hydration, and keeps what the visitor has typed since in its place. */
function repeatText(control: Exclude<Control, HTMLSelectElement>): () => void {
  const { value, selectionStart, selectionEnd } = control;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  return () => {
    const typed = control.value;
    const isReset = typed.length < before.length + after.length || !typed.startsWith(before) || !typed.endsWith(after);
    fillField(control, isReset ? before + typed + after : typed);
    if (isReset && selectionStart !== null && document.activeElement === control)
      control.setSelectionRange(before.length + typed.length, before.length + typed.length);
  };
}

function dispatchChange(control: Element, event: 'input' | 'change'): void {
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
