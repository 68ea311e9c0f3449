import { isUnreadable } from '@/lib/numbers';

/** As the call takes them: a text by question, or texts by position where a question has several fields. */
export type SentAnswers = Record<string, string | Record<string, string>>;

/** `answers.{question}` or `answers.{question}.{position}`; null for another field. */
function partsOf(name: string) {
  const [part, question, position] = name.split('.');
  return part === 'answers' && question !== undefined ? { question, position } : null;
}

/** The answers in a form of such fields; a number that cannot be read is none. */
export function answersIn(form: HTMLFormElement): SentAnswers {
  const answers: SentAnswers = {};
  const unreadable = new Set(unreadableNumbers(form).map(({ name }) => name));
  for (const [name, value] of new FormData(form)) {
    const parts = partsOf(name);
    if (!parts || typeof value !== 'string') continue;
    const { question, position } = parts;
    if (position === undefined) answers[question] = unreadable.has(name) ? '' : value;
    else answers[question] = { ...(typeof answers[question] === 'object' ? answers[question] : {}), [position]: value };
  }
  return answers;
}

/** The fields of it in which something stands that is no number. */
export const unreadableNumbers = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')].filter(({ value }) => isUnreadable(value));

/** Puts them into the form as it is without scripts. */
export function fillIn(form: HTMLFormElement, answers: SentAnswers): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not([type=hidden]), select')) {
    const parts = partsOf(field.name);
    const answer = parts ? answers[parts.question] : undefined;
    if (!parts || answer === undefined) continue;
    const value = typeof answer === 'string' ? answer : answer[parts.position ?? ''];
    if (field.type === 'radio' || field.type === 'checkbox') (field as HTMLInputElement).checked = value === field.value;
    else field.value = value ?? '';
  }
}

/** How many questions have an answer: something typed, chosen or put in order. */
export const countAnswered = (answers: SentAnswers): number =>
  Object.values(answers).filter((answer) => (typeof answer === 'string' ? answer.trim() !== '' : Object.entries(answer).some(([position, value]) => position !== 'shown' && value !== '0'))).length;
