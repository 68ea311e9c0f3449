import { fillField, type Control } from '../_forms/field-values';
import { readStoredJson, takeForTab, writeForTab } from '../_storage/browser-storage';
import { shownUser, type ShownUser } from './shown-user';

/** What was typed on a page whose session has ended waits in this tab for the same person's return to the page (row D8). */

interface KeptFields { userId: string; page: string; fields: KeptField[] }
interface KeptField { form: string; name: string; value: string; /** Of a choice. */ checked?: boolean }

const key = 'kept-fields';
const pageOf = ({ pathname, search }: Location): string => pathname + search;

/** Never passwords, codes or card data. */
const secret = /password|one-time-code|^cc-/;
const choices = ['checkbox', 'radio'];
const typed = [...choices, 'text', 'email', 'tel', 'url', 'search', 'number', 'date', 'datetime-local', 'month', 'time', 'textarea', 'select-one'];

/** Fields of the page's forms, each with its form's address. */
function fieldsOf(page: Document): Array<{ control: Control; form: string }> {
  const controls = [...page.querySelectorAll<Control>('main form :is(input, textarea, select)[name]')];
  return controls.filter((control) => typed.includes(control.type) && !secret.test(control.autocomplete)).map((control) => ({ control, form: control.form?.getAttribute('action') ?? '' }));
}

/** Call before the browser's user is forgotten. */
export function keepFields(): void {
  const user = readStoredJson('userInfo') as ShownUser | null;
  if (!user) return;
  const fields = fieldsOf(document).map(({ control, form }): KeptField => ({ form, name: control.name, value: control.value, ...(isChoice(control) && { checked: control.checked }) }));
  if (fields.length > 0) writeForTab(key, JSON.stringify({ userId: user.userId, page: pageOf(window.location), fields } satisfies KeptFields));
}

/** Puts back what `keepFields` kept, once, on the page that it was typed on. */
export async function putBackFields(): Promise<void> {
  const isSignIn = window.location.pathname.split('/')[2] === 'login';
  if (isSignIn || document.documentElement.dataset.auth !== 'learner') return;
  const kept = takeForTab(key) as KeptFields | null;
  if (!kept || kept.page !== pageOf(window.location) || (await shownUser())?.userId !== kept.userId) return;
  for (const { control, form } of fieldsOf(document)) putBack(control, kept.fields.filter((field) => field.form === form && field.name === control.name));
}

function putBack(control: Control, kept: readonly KeptField[]): void {
  if (isChoice(control)) {
    const before = kept.find(({ value }) => value === control.value);
    if (before && before.checked !== control.checked && (before.checked || control.type === 'checkbox')) control.click();
  } else if (kept[0] && kept[0].value !== control.value) fillField(control, kept[0].value);
}

const isChoice = (control: Control): control is HTMLInputElement => choices.includes(control.type);
