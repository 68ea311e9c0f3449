import { type Control, fillField } from '@/components/form/field-values';
import { readStoredJson, takeForTab, writeForTab } from '@/components/storage/browser-storage';
import { readShownUser, type ShownUser } from './shown-user';

/** Text that the user typed before a session ended (row D8) or a page reloaded (rows B17 and B18). */
interface KeptFields {
  userId: string | null;
  page: string;
  fields: KeptField[];
}
interface KeptField {
  key: string;
  value: string;
  checked?: boolean;
}

const key = 'kept-fields';
const reloadKey = 'reloaded-fields';
const pageOf = ({ pathname, search }: Location): string => pathname + search;

/** Fields never stored: passwords, codes and card data. */
const secret = /password|one-time-code|^cc-/;
/** Browsers fill in the first box of a code only, so the others have no `one-time-code`. */
const codeBox = /^otp\./;
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

interface KeyedControl {
  control: Control;
  /** The form's address, the name, a choice's value, and the position among controls that share all of them. */
  key: string;
}

function readFields(page: Document): KeyedControl[] {
  const counts = new Map<string, number>();
  return [...page.querySelectorAll<Control>('main form :is(input, textarea, select)[name]')]
    .filter(({ type, name, autocomplete }) => typed.includes(type) && !secret.test(autocomplete) && !codeBox.test(name))
    .map((control) => {
      const parts = [
        control.form?.getAttribute('action') ?? '',
        control.name,
        ...(isChoice(control) ? [control.value] : []),
      ];
      const position = counts.get(parts.join(' ')) ?? 0;
      counts.set(parts.join(' '), position + 1);
      return { control, key: [...parts, position].join(' ') };
    });
}

function writeFields(to: string, userId: string | null, keyed: readonly KeyedControl[]): void {
  const fields = keyed.map(({ control, key: fieldKey }): KeptField => ({
    key: fieldKey,
    value: control.value,
    ...(isChoice(control) && { checked: control.checked }),
  }));
  if (fields.length > 0)
    writeForTab(to, JSON.stringify({ userId, page: pageOf(window.location), fields } satisfies KeptFields));
}

const storedUserId = (): string | null => (readStoredJson('userInfo') as ShownUser | null)?.userId ?? null;

/** Call before removing `userInfo`. Forms with `data-draft` keep their own copy, with the version it is based on. */
export function keepFields(): void {
  const userId = storedUserId();
  if (userId === null) return;
  const fields = readFields(document).filter(({ control }) => !control.form?.hasAttribute('data-draft'));
  writeFields(key, userId, fields);
}

export function reloadKeepingFields(): void {
  writeFields(reloadKey, storedUserId(), readFields(document));
  window.location.reload();
}

export async function restoreFields(): Promise<void> {
  const reloaded = takeForTab(reloadKey) as KeptFields | null;
  if (reloaded && reloaded.userId === storedUserId()) restoreOnPage(reloaded);
  const isSignIn = window.location.pathname.split('/')[2] === 'login';
  if (isSignIn || document.documentElement.dataset.auth !== 'learner') return;
  const keptFields = takeForTab(key) as KeptFields | null;
  if (keptFields && (await readShownUser())?.userId === keptFields.userId) restoreOnPage(keptFields);
}

function restoreOnPage({ page, fields }: KeptFields): void {
  if (page !== pageOf(window.location)) return;
  for (const { control, key: fieldKey } of readFields(document)) {
    const keptField = fields.find((field) => field.key === fieldKey);
    if (keptField) restoreControl(control, keptField);
  }
}

function restoreControl(control: Control, kept: KeptField): void {
  if (isChoice(control)) {
    if (kept.checked !== undefined && kept.checked !== control.checked && (kept.checked || control.type === 'checkbox'))
      control.click();
  } else if (kept.value !== control.value) fillField(control, kept.value);
}

const isChoice = (control: Control): control is HTMLInputElement => choices.includes(control.type);
