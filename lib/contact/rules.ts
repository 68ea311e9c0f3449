import { isCalendarDay } from '@/lib/clock';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { foldDigits } from '@/lib/numbers';
import { isPersonName, maxNameLength } from '@/lib/person-name';
import { cleanCode, cleanLine } from '@/lib/text';

/** The rules below return the key of a `validation` message, or null if the value is valid (V1). */
export const contactFields = ['fullName', 'phoneNumber', 'email', 'message'] as const;
export type ContactField = (typeof contactFields)[number];

export const detailFields = ['projectKind', 'budget', 'wishedDate'] as const;
export type DetailField = (typeof detailFields)[number];

export const projectKinds = ['website', 'shop', 'app', 'marketing', 'advice', 'other'] as const;
export const budgets = ['under_25', 'from_25', 'from_75', 'over_200', 'unsure'] as const;

export const aboutPattern = /^(?:service|work)\/[\p{L}\p{N}-]{1,120}$/u;

/** Unlike `emailAddress`, allows letters of every script on both sides of the `@`. */
const simpleAddress = /^[^\s@<>"“”«»(),،؛:;[\]\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;

const rules: Record<ContactField, (text: string) => string | null> = {
  fullName: (text) => {
    if (text === '') return 'full_name_required';
    if (text.length > maxNameLength) return 'too_long';
    return isPersonName(text) ? null : 'full_name_letters';
  },
  phoneNumber: (text) => {
    if (text === '') return 'phone_required';
    const digits = foldDigits(text);
    if (!/^\d+$/.test(digits)) return 'phone_digits';
    return digits.length >= 10 && digits.length <= 13 ? null : 'phone_length';
  },
  email: (text) => {
    if (text === '') return 'email_required';
    return text.length <= 254 && simpleAddress.test(text) ? null : 'email_invalid';
  },
  message: (text) => {
    if (text === '') return 'message_required';
    if (text.length > 5000) return 'message_long';
    return text.length >= 5 ? null : 'message_short';
  },
};

const oneOf = (choices: readonly string[]) => (text: string) => (choices.includes(text) ? null : 'choice_unknown');

const detailRules: Record<DetailField, (text: string, today: string) => string | null> = {
  projectKind: oneOf(projectKinds),
  budget: oneOf(budgets),
  wishedDate: (text, today) => {
    if (!isCalendarDay(text)) return 'date_invalid';
    return text < today ? 'date_past' : null;
  },
};

export const checkDetailField = (field: DetailField, text: string, today: string): string | null => {
  const code = foldDigits(cleanCode(text));
  return code === '' ? null : detailRules[field](code, today);
};

const cleaners: Record<ContactField, (text: string) => string> = {
  fullName: cleanLine,
  phoneNumber: cleanCode,
  email: cleanCode,
  message: (text) => text.trim(),
};

export const cleanField = (field: ContactField, text: string): string => cleaners[field](text);

export const checkContactField = (field: ContactField, text: string): string | null =>
  rules[field](cleanField(field, text));

export const budgetAmounts = (lang: Language): { low: string; middle: string; high: string } => ({
  low: formatMoney(2_500_000, lang),
  middle: formatMoney(7_500_000, lang),
  high: formatMoney(20_000_000, lang),
});
