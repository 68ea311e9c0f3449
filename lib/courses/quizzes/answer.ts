import { z } from 'zod';
import type { Language } from '@/lib/language';
import { isUnreadable, readNumber } from '@/lib/numbers';
import type { AskedQuestion } from './quiz';

/**
 * One: the position of the chosen option; several: the positions chosen, ascending; ordering: the place given to each
 * item, 0 for none. Positions count from 0, places from 1.
 */
export type Answer = number | number[] | boolean;

/** What a form sends for a question: a text, or for several fields of it the texts by the position of option or item. */
const fields = z.union([z.string().max(100), z.record(z.string().max(20), z.string().max(100))]);

export const answersSchema = z.record(z.string().max(60), fields);
export type AnswerFields = z.output<typeof fields>;

/** From a form without scripts `finish` comes as text; `answered` ends the attempt only when no question is open. */
export const sentAnswersSchema = z.object({ answers: answersSchema.default({}), finish: z.preprocess((given) => (given === '1' ? true : given), z.union([z.boolean(), z.literal('answered')])).default(false) });

/** Null for a question left open, and for what is no answer to it. @param lang in which it was given */
export function answerOf(question: AskedQuestion, given: AnswerFields, lang: Language): Answer | null {
  const at = (name: number | string) => (typeof given === 'string' ? undefined : given[String(name)]);
  switch (question.kind) {
    case 'one': return typeof given === 'string' ? positionIn(question.options, given) : null;
    case 'several': {
      const chosen = [...question.options.keys()].filter((index) => at(index) !== undefined && at(index) !== '');
      return chosen.length > 0 ? chosen : null;
    }
    case 'true_false': return given === 'true' ? true : given === 'false' ? false : null;
    case 'number': return typeof given === 'string' ? readNumber(given, lang) : null;
    case 'ordering': {
      const places = question.items.map((_item, index) => placeOf(at(index), question.items.length));
      return places.some((place) => place > 0) ? places : null;
    }
  }
}

/** The questions whose number was typed so that it cannot be read: they count as open. */
export const unreadableAmong = (questions: readonly AskedQuestion[], answers: Record<string, AnswerFields>): AskedQuestion[] =>
  questions.filter(({ kind, id }) => kind === 'number' && typeof answers[id] === 'string' && isUnreadable(answers[id]));

function positionIn(options: readonly unknown[], text: string): number | null {
  const position = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return position in options ? position : null;
}

function placeOf(text: string | undefined, count: number): number {
  const place = text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return place <= count ? place : 0;
}

/** Decimal fractions are not exact: 0.1 + 0.2 lies within 0.3 ± 0. */
const rounding = 1e-9;

export function isRight(question: AskedQuestion, answer: Answer | null): boolean {
  if (answer === null) return false;
  switch (question.kind) {
    case 'one': return typeof answer === 'number' && question.options[answer]?.right === true;
    case 'several': return Array.isArray(answer) && question.options.every(({ right }, index) => right === answer.includes(index));
    case 'true_false': return answer === question.right;
    case 'number': return typeof answer === 'number' && Math.abs(answer - question.right) <= question.tolerance + rounding;
    case 'ordering': return Array.isArray(answer) && question.items.every(({ place }, index) => answer[index] === place);
  }
}

export const isPass = ({ right, asked, passPercent }: { right: number; asked: number; passPercent: number }): boolean => right * 100 >= passPercent * asked;
