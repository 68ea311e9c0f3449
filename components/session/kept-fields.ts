import { fillField, type Control } from '@/components/form/field-values';
import { readStoredJson, takeForTab, writeForTab } from '@/components/storage/browser-storage';
import { shownUser, type ShownUser } from './shown-user';

/** Text that the user typed before a session ended (row D8) or a page reloaded (rows B17 and B18). */
interface KeptFields {
  userId: string | null;
  page: string;
  fields: KeptField[];
}
interface KeptField {
  form: string;
  name: string;
  value: string;
  checked?: boolean;
}

const key = 'kept-fields';
const reloadKey = 'reloaded-fields';
const pageOf = ({ pathname, search }: Location): string => pathname + search;

/** Fields never stored: passwords, codes and card data. */
const secret = /password|one-time-code|^cc-/;
const choices = ['checkbox', 'radio'];
const typed = [
  ...choices,
  'text',
  'email',
  'tel',
  'url',
  'search',
  'number',
  'date',
  'datetime-local',
  'month',
  'time',
  'textarea',
  'select-one',
];

function fieldsOf(page: Document): Array<{ control: Control; form: string }> {
  const controls = [...page.querySelectorAll<Control>('main form :is(input, textarea, select)[name]')];
  return controls
    .filter((control) => typed.includes(control.type) && !secret.test(control.autocomplete))
    .map((control) => ({ control, form: control.form?.getAttribute('action') ?? '' }));
}

function writeFields(to: string, userId: string | null): void {
  const fields = fieldsOf(document).map(({ control, form }): KeptField => ({
    form,
    name: control.name,
    value: control.value,
    ...(isChoice(control) && { checked: control.checked }),
  }));
  if (fields.length > 0)
    writeForTab(to, JSON.stringify({ userId, page: pageOf(window.location), fields } satisfies KeptFields));
}

const storedUserId = (): string | null => (readStoredJson('userInfo') as ShownUser | null)?.userId ?? null;

/** Call before removing `userInfo` from storage. */
export function keepFields(): void {
  const userId = storedUserId();
  if (userId !== null) writeFields(key, userId);
}

export function reloadKeepingFields(): void {
  writeFields(reloadKey, storedUserId());
  window.location.reload();
}

export async function restoreFields(): Promise<void> {
  const reloaded = takeForTab(reloadKey) as KeptFields | null;
  if (reloaded && reloaded.userId === storedUserId()) restoreOnPage(reloaded);
  const isSignIn = window.location.pathname.split('/')[2] === 'login';
  if (isSignIn || document.documentElement.dataset.auth !== 'learner') return;
  const kept = takeForTab(key) as KeptFields | null;
  if (kept && (await shownUser())?.userId === kept.userId) restoreOnPage(kept);
}

function restoreOnPage({ page, fields }: KeptFields): void {
  if (page !== pageOf(window.location)) return;
  for (const { control, form } of fieldsOf(document))
    restoreControl(
      control,
      fields.filter((field) => field.form === form && field.name === control.name),
    );
}

function restoreControl(control: Control, kept: readonly KeptField[]): void {
  if (isChoice(control)) {
    const before = kept.find(({ value }) => value === control.value);
    if (before && before.checked !== control.checked && (before.checked || control.type === 'checkbox'))
      control.click();
  } else if (kept[0] && kept[0].value !== control.value) fillField(control, kept[0].value);
}

const isChoice = (control: Control): control is HTMLInputElement => choices.includes(control.type);
