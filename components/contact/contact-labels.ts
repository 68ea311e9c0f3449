import { budgetAmounts, budgets, projectKinds } from '@/lib/contact/rules';
import type { Language } from '@/lib/language';

const own = [
  'full_name',
  'phone_number',
  'phone_help',
  'email',
  'message',
  'send',
  'sending',
  'sent_title',
  'sent_text',
  'failed_title',
  'failed_text',
  'too_many_text',
  'check_fields',
  'details_title',
  'project_kind',
  'budget',
  'wished_date',
  'wished_date_help',
  'no_choice',
] as const;
const errors = [
  'full_name_required',
  'full_name_letters',
  'phone_required',
  'phone_digits',
  'phone_length',
  'email_required',
  'email_invalid',
  'message_required',
  'message_short',
  'message_long',
  'too_long',
  'choice_unknown',
  'date_invalid',
  'date_past',
] as const;

type Labelled<Key extends string> = Record<Key, string>;

export type ContactLabels = Labelled<(typeof own)[number]> & {
  errors: Record<string, string>;
  kinds: Labelled<(typeof projectKinds)[number]>;
  budgets: Labelled<(typeof budgets)[number]>;
};

const labelsFor = <Key extends string>(keys: readonly Key[], text: (key: Key) => string) =>
  Object.fromEntries(keys.map((key) => [key, text(key)])) as Labelled<Key>;

export function contactLabels(
  contact: (key: string, values?: Record<string, string>) => string,
  validation: (key: string) => string,
  lang: Language,
): ContactLabels {
  return {
    ...labelsFor(own, (key) => contact(key)),
    errors: labelsFor(errors, validation),
    kinds: labelsFor(projectKinds, (kind) => contact(`kind_${kind}`)),
    budgets: labelsFor(budgets, (budget) => contact(`budget_${budget}`, budgetAmounts(lang))),
  };
}
