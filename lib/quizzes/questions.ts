import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Question, QuestionKind } from '@/lib/content/quiz-schema';
import { textIn } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import { isUnreadable, numberText, readNumber } from '@/lib/numbers';
import type { AskedQuestion } from './quiz';

/** Contains no solution, so it may be sent before the attempt ends. */
export interface ShownQuestion {
  id: string;
  kind: QuestionKind;
  text: string;
  options: string[];
  answer: Answer | null;
  typed?: string;
}

export interface ReviewedQuestion extends ShownQuestion {
  isRight: boolean;
  rightAnswer: Answer;
  explanation: string | null;
}

type Shuffle = <Item>(items: readonly Item[]) => Item[];

const randomShuffle: Shuffle = (items) => {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
};

/** Shuffles ordering items even if the quiz itself is not shuffled. */
export function askQuestions(questions: readonly Question[], { shuffle }: { shuffle: boolean }): AskedQuestion[] {
  return (shuffle ? randomShuffle(questions) : questions).map((question) =>
    askQuestion(question, shuffle ? randomShuffle : (items) => [...items], randomShuffle),
  );
}

/** Uses the same order for every visitor and request, because a level test stores no attempt. */
export function askInFixedOrder(questions: readonly Question[]): AskedQuestion[] {
  return questions.map((question) => askQuestion(question, seededShuffle(question.id), seededShuffle(question.id)));
}

const seededShuffle =
  (seed: string): Shuffle =>
  (items) =>
    items
      .map((item, index) => ({ item, key: createHash('sha256').update(`${seed} ${index}`).digest('hex') }))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ item }) => item);

function askQuestion(question: Question, shuffleOptions: Shuffle, shuffleItems: Shuffle): AskedQuestion {
  if (question.kind === 'one' || question.kind === 'several')
    return { ...question, options: shuffleOptions(question.options) };
  if (question.kind !== 'ordering') return question;
  const items = shuffleItems(question.items.map((text, index) => ({ text, place: index + 1 })));
  const first = items[0]!;
  return {
    ...question,
    items: items.every(({ place }, index) => place === index + 1) ? [...items.slice(1), first] : items,
  };
}

export function toShownQuestion(
  question: AskedQuestion,
  answer: Answer | null,
  lang: Language,
  answerFields?: AnswerFields,
): ShownQuestion {
  const { id, kind, text } = question;
  const questionBase = {
    id,
    kind,
    text: textIn(text, lang),
    options: optionsOf(question).map((option) => textIn(option, lang)),
    answer,
  };
  if (kind !== 'number') return questionBase;
  return {
    ...questionBase,
    typed: typeof answerFields === 'string' ? answerFields : typeof answer === 'number' ? numberText(answer, lang) : '',
  };
}

function optionsOf(question: AskedQuestion): unknown[] {
  if (question.kind === 'one' || question.kind === 'several') return question.options.map(({ text }) => text);
  return question.kind === 'ordering' ? question.items.map(({ text }) => text) : [];
}

/** Reveals the solution: use it only for attempts that have ended. */
export function toReviewedQuestion(question: AskedQuestion, answer: Answer | null, lang: Language): ReviewedQuestion {
  return {
    ...toShownQuestion(question, answer, lang),
    isRight: isRight(question, answer),
    rightAnswer: rightAnswerOf(question),
    explanation: textIn(question.explanation, lang) || null,
  };
}

function rightAnswerOf(question: AskedQuestion): Answer {
  switch (question.kind) {
    case 'one':
      return question.options.findIndex(({ right }) => right);
    case 'several':
      return [...question.options.keys()].filter((index) => question.options[index]!.right);
    case 'ordering':
      return question.items.map(({ place }) => place);
    case 'true_false':
    case 'number':
      return question.right;
  }
}

/** Positions of options, from 0. For an ordering: the place given to each item, from 1; 0 for none. */
export type Answer = number | number[] | boolean;

const fields = z.union([z.string().max(100), z.record(z.string().max(20), z.string().max(100))]);

export const answersSchema = z.record(z.string().max(60), fields);
export type AnswerFields = z.output<typeof fields>;

/** A form without scripts sends `finish` as text. `answered` ends the attempt only if every question is answered. */
export const sentAnswersSchema = z.object({
  answers: answersSchema.default({}),
  finish: z
    .preprocess((given) => (given === '1' ? true : given), z.union([z.boolean(), z.literal('answered')]))
    .default(false),
});

/** @param lang the language in which the answer was typed */
export function parseAnswer(question: AskedQuestion, answerFields: AnswerFields, lang: Language): Answer | null {
  const answerAt = (name: number | string) =>
    typeof answerFields === 'string' ? undefined : answerFields[String(name)];
  switch (question.kind) {
    case 'one':
      return typeof answerFields === 'string' ? parsePosition(question.options, answerFields) : null;
    case 'several': {
      const chosen = [...question.options.keys()].filter(
        (index) => answerAt(index) !== undefined && answerAt(index) !== '',
      );
      return chosen.length > 0 ? chosen : null;
    }
    case 'true_false':
      return answerFields === 'true' ? true : answerFields === 'false' ? false : null;
    case 'number':
      return typeof answerFields === 'string' ? readNumber(answerFields, lang) : null;
    case 'ordering': {
      const places = question.items.map((_item, index) => parsePlace(answerAt(index), question.items.length));
      return places.some((place) => place > 0) ? places : null;
    }
  }
}

export const findUnreadable = (
  questions: readonly AskedQuestion[],
  answers: Record<string, AnswerFields>,
): AskedQuestion[] =>
  questions.filter(({ kind, id }) => kind === 'number' && typeof answers[id] === 'string' && isUnreadable(answers[id]));

function parsePosition(options: readonly unknown[], text: string): number | null {
  const position = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return position in options ? position : null;
}

function parsePlace(text: string | undefined, count: number): number {
  const place = text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return place <= count ? place : 0;
}

/** Absorbs rounding of decimal fractions: 0.1 + 0.2 must equal 0.3. */
const roundingTolerance = 1e-9;

export function isRight(question: AskedQuestion, answer: Answer | null): boolean {
  if (answer === null) return false;
  switch (question.kind) {
    case 'one':
      return typeof answer === 'number' && question.options[answer]?.right === true;
    case 'several':
      return Array.isArray(answer) && question.options.every(({ right }, index) => right === answer.includes(index));
    case 'true_false':
      return answer === question.right;
    case 'number':
      return typeof answer === 'number' && Math.abs(answer - question.right) <= question.tolerance + roundingTolerance;
    case 'ordering':
      return Array.isArray(answer) && question.items.every(({ place }, index) => answer[index] === place);
  }
}

export const isPass = ({ right, asked, passPercent }: { right: number; asked: number; passPercent: number }): boolean =>
  right * 100 >= passPercent * asked;
