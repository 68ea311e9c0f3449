import 'server-only';
import { createHash, randomInt } from 'node:crypto';
import type { Question, QuestionKind } from '@/lib/content/quiz-schema';
import type { Language } from '@/lib/language';
import { textIn } from '@/lib/courses/catalogue/course';
import { numberText } from '@/lib/numbers';
import { isRight, type Answer, type AnswerFields } from './answer';
import type { AskedQuestion } from './quiz';

/** What may be sent before the attempt has ended. */
export interface ShownQuestion {
  id: string;
  kind: QuestionKind;
  text: string;
  /** Of a choice its options, of an ordering its items. */
  options: string[];
  answer: Answer | null;
  /** Of a number: what its field shows. */
  typed?: string;
}

export interface ReviewedQuestion extends ShownQuestion { isRight: boolean; rightAnswer: Answer; explanation: string | null }

type Shuffle = <Item>(items: readonly Item[]) => Item[];

/** Each order is equally likely (Fisher–Yates). */
const shuffled: Shuffle = (items) => {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
};

/** The questions of a new attempt. An ordering is mixed whether or not the quiz is. */
export function askQuestions(questions: readonly Question[], { shuffle }: { shuffle: boolean }): AskedQuestion[] {
  return (shuffle ? shuffled(questions) : questions).map((question) => asked(question, shuffle ? shuffled : (items) => [...items], shuffled));
}

/** The same for every visitor and at every request: a level test stores no attempt. */
export function askAlike(questions: readonly Question[]): AskedQuestion[] {
  return questions.map((question) => asked(question, alike(question.id), alike(question.id)));
}

const alike = (seed: string): Shuffle => (items) =>
  items.map((item, index) => ({ item, key: createHash('sha256').update(`${seed} ${index}`).digest('hex') })).sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ item }) => item);

function asked(question: Question, mixOptions: Shuffle, mixItems: Shuffle): AskedQuestion {
  if (question.kind === 'one' || question.kind === 'several') return { ...question, options: mixOptions(question.options) };
  if (question.kind !== 'ordering') return question;
  const items = mixItems(question.items.map((text, index) => ({ text, place: index + 1 })));
  const first = items[0]!;
  return { ...question, items: items.every(({ place }, index) => place === index + 1) ? [...items.slice(1), first] : items };
}

/** @param given what was sent and not stored, shown as it was typed */
export function shownQuestion(question: AskedQuestion, answer: Answer | null, lang: Language, given?: AnswerFields): ShownQuestion {
  const { id, kind, text } = question;
  const shown = { id, kind, text: textIn(text, lang), options: optionsOf(question).map((option) => textIn(option, lang)), answer };
  if (kind !== 'number') return shown;
  return { ...shown, typed: typeof given === 'string' ? given : typeof answer === 'number' ? numberText(answer, lang) : '' };
}

function optionsOf(question: AskedQuestion): unknown[] {
  if (question.kind === 'one' || question.kind === 'several') return question.options.map(({ text }) => text);
  return question.kind === 'ordering' ? question.items.map(({ text }) => text) : [];
}

/** For an attempt that has ended. */
export function reviewedQuestion(question: AskedQuestion, answer: Answer | null, lang: Language): ReviewedQuestion {
  return {
    ...shownQuestion(question, answer, lang), isRight: isRight(question, answer), rightAnswer: rightAnswerOf(question),
    explanation: textIn(question.explanation, lang) || null,
  };
}

function rightAnswerOf(question: AskedQuestion): Answer {
  switch (question.kind) {
    case 'one': return question.options.findIndex(({ right }) => right);
    case 'several': return [...question.options.keys()].filter((index) => question.options[index]!.right);
    case 'ordering': return question.items.map(({ place }) => place);
    case 'true_false':
    case 'number': return question.right;
  }
}
