'use client';

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { callJson } from '@/components/session/json-call';
import { readStoredJson, removeFromStorage, writeStorage } from '@/components/storage/browser-storage';
import { isEqual } from '@/lib/content/form/differences';
import { isUnreadable } from '@/lib/numbers';
import type { ShownQuestion } from '@/lib/quizzes/questions';

const typingMs = 400;
const retryMs = 4000;

type State = 'idle' | 'saving' | 'saved' | 'failed';

type Unsent = ReturnType<typeof unsentAnswers>;

function useSending(action: string, unsent: Unsent) {
  const [state, setState] = useState<State>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSending = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  /** @returns the HTTP status, or 0 if no response arrived */
  const post = useCallback(
    async (answers: SentAnswers, isFinish: boolean): Promise<number> => {
      const outcome = await callJson({
        method: 'POST',
        url: action,
        body: { answers, finish: isFinish },
        keepalive: true,
      });
      const status = outcome.ok ? 200 : outcome.status;
      if (status === 409 || (isFinish && status === 200)) unsent.clear();
      else if (status === 200) unsent.settle(answers);
      return status;
    },
    [action, unsent],
  );

  /** @param isLeaving sends even while another request is in flight */
  const flush = useCallback(
    async function send(isLeaving = false): Promise<void> {
      clearTimeout(timer.current);
      const answers = unsent.read();
      if ((isSending.current && !isLeaving) || Object.keys(answers).length === 0) return;
      isSending.current = true;
      setState('saving');
      const status = await post(answers, false);
      isSending.current = false;
      if (status === 409) return isLeft.current ? undefined : window.location.assign(window.location.pathname);
      setState(status === 200 ? 'saved' : 'failed');
      if (isLeft.current && status >= 400 && status < 500) return;
      if (Object.keys(unsent.read()).length > 0)
        timer.current = setTimeout(() => void send(), status === 200 ? 0 : retryMs);
    },
    [unsent, post],
  );
  return { state, post, flush };
}

/** Stores unsent answers and sends them when the attempt is opened again. `answered` is null before hydration. */
export function useSavedAnswers(action: string, questions: readonly ShownQuestion[]) {
  const formRef = useRef<HTMLFormElement>(null);
  const [answered, setAnswered] = useState<number | null>(null);
  const unsent = useMemo(() => unsentAnswers(action), [action]);
  const { state, post, flush } = useSending(action, unsent);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touched = useRef(new Set<string>());

  const collect = useCallback(
    (form: HTMLFormElement) => {
      clearTimeout(typing.current);
      if (touched.current.size === 0) return;
      const all = readAnswers(form);
      setAnswered(countAnswered(all));
      unsent.add(Object.fromEntries(Object.entries(all).filter(([question]) => touched.current.has(question))));
      touched.current.clear();
    },
    [unsent],
  );

  // Run before the fields' effects, which adopt the displayed values.
  useLayoutEffect(() => {
    if (formRef.current) fillForm(formRef.current, unsent.given());
  }, [unsent]);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const sendOnLeaving = () => {
      collect(form);
      void flush(true);
    };
    const sendWhenHidden = () => {
      if (document.visibilityState === 'hidden') sendOnLeaving();
    };
    document.addEventListener('visibilitychange', sendWhenHidden);
    window.addEventListener('pagehide', sendOnLeaving);
    const answers = readAnswers(form);
    setAnswered(countAnswered(answers));
    if (countAnswered(answers) > questions.filter(({ answer }) => answer !== null).length) unsent.add(answers);
    void flush();
    return () => {
      document.removeEventListener('visibilitychange', sendWhenHidden);
      window.removeEventListener('pagehide', sendOnLeaving);
      sendOnLeaving();
    };
  }, [collect, flush, unsent, questions]);

  const change = useCallback(
    (form: HTMLFormElement, target: EventTarget) => {
      const question =
        target instanceof Element ? target.closest<HTMLElement>('[data-question]')?.dataset.question : undefined;
      if (question === undefined) return;
      touched.current.add(question);
      clearTimeout(typing.current);
      // Wait until typing pauses and React has rendered the fields of a moved item.
      typing.current = setTimeout(() => {
        collect(form);
        void flush();
      }, typingMs);
    },
    [collect, flush],
  );

  const finish = useCallback(
    (form: HTMLFormElement): Promise<number> => {
      collect(form);
      return post({ ...readAnswers(form), ...unsent.read() }, true);
    },
    [collect, post, unsent],
  );

  return { formRef, state, answered, change, finish };
}

/** Answers given since the page was loaded, by attempt: on Back, the router may show an older state of the form. */
const answersByAttempt = new Map<string, SentAnswers>();

function unsentAnswers(action: string) {
  const key = `quiz-answers:${action}`;
  const read = () => (readStoredJson(key) ?? {}) as SentAnswers;
  const write = (answers: SentAnswers) => {
    if (Object.keys(answers).length === 0) removeFromStorage(key);
    else writeStorage(key, JSON.stringify(answers));
  };
  return {
    read,
    /** Returns the answers to show in the form, which are newer than the rendered ones. */
    given: (): SentAnswers => ({ ...answersByAttempt.get(action), ...read() }),
    add(answers: SentAnswers) {
      answersByAttempt.set(action, { ...answersByAttempt.get(action), ...answers });
      write({ ...read(), ...answers });
    },
    settle(sent: SentAnswers) {
      write(
        Object.fromEntries(Object.entries(read()).filter(([question, answer]) => !isEqual(answer, sent[question]))),
      );
    },
    clear() {
      answersByAttempt.delete(action);
      removeFromStorage(key);
    },
  };
}

type SentAnswers = Record<string, string | Record<string, string>>;

function partsOf(name: string) {
  const [part, question, position] = name.split('.');
  return part === 'answers' && question !== undefined ? { question, position } : null;
}

export function readAnswers(form: HTMLFormElement): SentAnswers {
  const answers: SentAnswers = {};
  const unreadable = new Set(findInvalidNumbers(form).map(({ name }) => name));
  for (const [name, value] of new FormData(form)) {
    const parts = partsOf(name);
    if (!parts || typeof value !== 'string') continue;
    const { question, position } = parts;
    if (position === undefined) answers[question] = unreadable.has(name) ? '' : value;
    else answers[question] = { ...(typeof answers[question] === 'object' ? answers[question] : {}), [position]: value };
  }
  return answers;
}

export const findInvalidNumbers = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')].filter(({ value }) => isUnreadable(value));

function fillForm(form: HTMLFormElement, answers: SentAnswers): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not([type=hidden]), select')) {
    const parts = partsOf(field.name);
    const answer = parts ? answers[parts.question] : undefined;
    if (!parts || answer === undefined) continue;
    const value = typeof answer === 'string' ? answer : answer[parts.position ?? ''];
    if (field.type === 'radio' || field.type === 'checkbox')
      (field as HTMLInputElement).checked = value === field.value;
    else field.value = value ?? '';
  }
}

export const countAnswered = (answers: SentAnswers): number =>
  Object.values(answers).filter((answer) =>
    typeof answer === 'string'
      ? answer.trim() !== ''
      : Object.entries(answer).some(([position, value]) => position !== 'shown' && value !== '0'),
  ).length;
