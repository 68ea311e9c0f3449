'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { callJson } from '../../../_session/json-call';
import { answersIn, countAnswered, type SentAnswers } from './answers-in';
import type { ShownQuestion } from '@/lib/courses/quizzes/question';

const typingMs = 400;
const retryMs = 4000;

type State = 'idle' | 'saving' | 'saved' | 'failed';

/** Sends what changed, one request at a time, again until it arrived. `answered` is null before the page has scripts. */
export function useSavedAnswers(action: string, questions: readonly ShownQuestion[]) {
  const formRef = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State>('idle');
  const [answered, setAnswered] = useState<number | null>(null);
  const waiting = useRef<SentAnswers>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touched = useRef(new Set<string>());
  const isSending = useRef(false);

  const post = useCallback(async (answers: SentAnswers, finish: boolean): Promise<number> => {
    const outcome = await callJson({ method: 'POST', url: action, body: { answers, finish }, keepalive: true });
    return outcome.ok ? 200 : outcome.status;
  }, [action]);

  const flush = useCallback(async function send(): Promise<void> {
    clearTimeout(timer.current);
    const answers = waiting.current;
    if (isSending.current || Object.keys(answers).length === 0) return;
    waiting.current = {};
    isSending.current = true;
    setState('saving');
    const status = await post(answers, false);
    isSending.current = false;
    if (status === 409) return window.location.assign(window.location.pathname);
    const isSaved = status === 200;
    if (!isSaved) waiting.current = { ...answers, ...waiting.current };
    setState(isSaved ? 'saved' : 'failed');
    if (Object.keys(waiting.current).length > 0) timer.current = setTimeout(() => void send(), isSaved ? 0 : retryMs);
  }, [post]);

  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') void flush();
    };
    document.addEventListener('visibilitychange', hidden);
    const given = formRef.current ? answersIn(formRef.current) : {};
    setAnswered(countAnswered(given));
    // What was answered before the scripts came.
    if (countAnswered(given) > questions.filter(({ answer }) => answer !== null).length) {
      waiting.current = given;
      void flush();
    }
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      clearTimeout(timer.current);
    };
  }, [flush, questions]);

  const change = useCallback((form: HTMLFormElement, target: EventTarget) => {
    const question = target instanceof Element ? target.closest<HTMLElement>('[data-question]')?.dataset.question : undefined;
    if (question === undefined) return;
    touched.current.add(question);
    clearTimeout(timer.current);
    // The fields of a moved item are there after React has rendered them.
    timer.current = setTimeout(() => {
      const all = answersIn(form);
      setAnswered(countAnswered(all));
      for (const each of touched.current) if (all[each] !== undefined) waiting.current[each] = all[each];
      touched.current.clear();
      void flush();
    }, typingMs);
  }, [flush]);

  return { formRef, state, answered, change, post };
}
