import { readStoredJson, removeStored, writeStored } from '../../../_storage/browser-storage';
import type { SentAnswers } from './answers-in';
import { isEqual } from '@/lib/content/form/differences';

/** What was given on this page by attempt: on the way back the router may show an older state of its form. */
const givenHere = new Map<string, SentAnswers>();

/** Answers that the server does not have yet, stored in the browser until it has them. @param action the attempt's call */
export function unsentAnswers(action: string) {
  const key = `quiz-answers:${action}`;
  const read = () => (readStoredJson(key) ?? {}) as SentAnswers;
  const write = (answers: SentAnswers) => {
    if (Object.keys(answers).length === 0) removeStored(key);
    else writeStored(key, JSON.stringify(answers));
  };
  return {
    read,
    /** What the form has to show, whatever it was rendered with. */
    given: (): SentAnswers => ({ ...givenHere.get(action), ...read() }),
    add(answers: SentAnswers) {
      givenHere.set(action, { ...givenHere.get(action), ...answers });
      write({ ...read(), ...answers });
    },
    /** The server has these; what was changed meanwhile stays. */
    settle(sent: SentAnswers) {
      write(Object.fromEntries(Object.entries(read()).filter(([question, answer]) => !isEqual(answer, sent[question]))));
    },
    /** The attempt is over. */
    clear() {
      givenHere.delete(action);
      removeStored(key);
    },
  };
}
