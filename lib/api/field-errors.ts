import type { z } from 'zod';
import { translatorOf, type Translate } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { messageKey } from './problem-answer';

type Issue = z.core.$ZodIssue;
interface Message { key: string; values?: Record<string, string | number> }

/** Stands for the whole of what was sent, where no field has a name. */
export const rootField = 'body';

/** A body can break a rule at every place of a long list; more than these help no caller. */
const mostIssues = 50;

/** Messages of schemas that say less than the issue itself does. */
const vague = new Set(['required', 'too_long', 'invalid', 'whole_number']);

/** The messages of each field: a schema's own where it has one, else a sentence made from the rule that was broken. */
export async function fieldErrors(error: z.ZodError, lang: Language): Promise<Record<string, string[]>> {
  const translate = await translatorOf(lang);
  const errors = new Map<string, string[]>();
  for (const issue of error.issues.flatMap((each) => plainIssues(each)).slice(0, mostIssues)) {
    const field = issue.path.join('.') || rootField;
    const { key, values } = messageOf(issue, translate);
    const text = translate(`validation.${key}`, values);
    const texts = errors.get(field) ?? [];
    if (!texts.includes(text)) errors.set(field, [...texts, text]);
  }
  return Object.fromEntries(errors);
}

/** Of a choice between shapes, what is wrong with the one that is nearest; of a name or an entry, its own fault. */
function plainIssues(issue: Issue, path: readonly PropertyKey[] = []): Issue[] {
  const whole = [...path, ...issue.path];
  if (issue.code === 'invalid_union') {
    const [nearest] = [...issue.errors].sort((one, other) => one.length - other.length);
    if (nearest && nearest.length > 0) return nearest.flatMap((each) => plainIssues(each, whole));
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    const [first] = issue.issues;
    if (first) return plainIssues({ ...first, path: [] }, whole);
  }
  return [{ ...issue, path: whole }];
}

function messageOf(issue: Issue, translate: Translate): Message {
  const own = messageKey(issue.message);
  const isKnown = /^[a-z][a-z0-9_]*$/.test(own) && translate.has(`validation.${own}`);
  if (isKnown && !vague.has(own)) return { key: own, ...(issue.code === 'custom' && issue.params && { values: issue.params as Record<string, string> }) };
  if (isMissing(issue.input) && issue.path.length > 0) return { key: 'required' };
  const rule = byRule(issue);
  return rule ? { ...rule, key: `rule.${rule.key}` } : { key: isKnown ? own : 'invalid' };
}

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0);

function byRule(issue: Issue): Message | null {
  switch (issue.code) {
    case 'invalid_type': return expectedType(issue.expected, issue.path.length === 0);
    case 'invalid_value': return { key: 'one_of', values: { values: issue.values.map(String).join(', ') } };
    case 'too_small': return limit(issue.origin, issue.inclusive === false ? 'more_than' : 'at_least', issue.minimum);
    case 'too_big': return limit(issue.origin, issue.inclusive === false ? 'less_than' : 'at_most', issue.maximum);
    case 'not_multiple_of': return { key: 'multiple_of', values: { divisor: String(issue.divisor) } };
    case 'unrecognized_keys': return { key: 'unknown_fields', values: { names: issue.keys.join(', ') } };
    default: return null;
  }
}

const types: ReadonlyMap<string, string> = new Map([
  ['string', 'must_be_text'], ['number', 'must_be_number'], ['int', 'must_be_whole_number'], ['boolean', 'must_be_true_or_false'], ['date', 'must_be_date'],
  ['array', 'must_be_list'], ['tuple', 'must_be_list'], ['object', 'must_be_object'], ['record', 'must_be_object'],
]);

function expectedType(expected: string, isWhole: boolean): Message | null {
  const key = types.get(expected);
  if (!key) return null;
  return { key: isWhole && (key === 'must_be_list' || key === 'must_be_object') ? `body_${key}` : key };
}

const units: ReadonlyMap<string, string> = new Map([['string', '_characters'], ['array', '_entries']]);

const limit = (origin: string, rule: string, bound: number | bigint): Message => ({ key: `${rule}${units.get(origin) ?? ''}`, values: { bound: Number(bound) } });
