'use client';

import { useEffect } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * On a slow line people type before React is there: it does not hear of it, and puts back what was sent. Whatever differs by
 * then is changed once more.
 */
export function EarlyInput() {
  useEffect(() => {
    // Not within the effect: each form takes one change before it hears of the next.
    const timer = setTimeout(() => {
      const changes = [...document.querySelectorAll<Control>('main :is(input, textarea, select)')].flatMap((control) => changeOf(control) ?? []);
      for (const repeat of changes) repeat();
    });
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** What makes the change once more; it remembers it, since a form that hears of one change puts back the others. */
function changeOf(control: Control): (() => void) | null {
  if (control instanceof HTMLSelectElement) {
    const { selectedIndex } = control;
    const sent = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return selectedIndex === Math.max(0, sent) ? null : () => {
      control.selectedIndex = selectedIndex;
      report(control, 'change');
    };
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
  return control.value === control.defaultValue ? null : typingOf(control);
}

/** React reports a change of text only when it differs from what was last assigned to this element. */
function typingOf(control: HTMLInputElement | HTMLTextAreaElement): () => void {
  const { value, selectionStart, selectionEnd } = control;
  return () => {
    control.value = control.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    if (selectionStart !== null && document.activeElement === control) control.setSelectionRange(selectionStart, selectionEnd);
    report(control, 'input');
  };
}

function report(control: Element, event: 'input' | 'change'): void {
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
