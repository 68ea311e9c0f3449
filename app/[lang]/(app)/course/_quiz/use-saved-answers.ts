'use client';

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { callJson } from '../../../_session/json-call';
import { answersIn, countAnswered, fillIn, type SentAnswers } from './answers-in';
import { unsentAnswers } from './unsent-answers';
import type { ShownQuestion } from '@/lib/courses/quizzes/question';

const typingMs = 400;
const retryMs = 4000;

type State = 'idle' | 'saving' | 'saved' | 'failed';

type Unsent = ReturnType<typeof unsentAnswers>;

/** One request at a time, again until everything has arrived. */
function useSending(action: string, unsent: Unsent) {
  const [state, setState] = useState<State>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSending = useRef(false);
  // Whether the page shows something else by now.
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => { isLeft.current = true; };
  }, []);

  /** @returns the status; 0 when nothing answered */
  const post = useCallback(async (answers: SentAnswers, finish: boolean): Promise<number> => {
    const outcome = await callJson({ method: 'POST', url: action, body: { answers, finish }, keepalive: true });
    const status = outcome.ok ? 200 : outcome.status;
    if (status === 409 || (finish && status === 200)) unsent.clear();
    else if (status === 200) unsent.settle(answers);
    return status;
  }, [action, unsent]);

  /** @param isLeaving not to wait for the request that is under way */
  const flush = useCallback(async function send(isLeaving = false): Promise<void> {
    clearTimeout(timer.current);
    const answers = unsent.read();
    if ((isSending.current && !isLeaving) || Object.keys(answers).length === 0) return;
    isSending.current = true;
    setState('saving');
    const status = await post(answers, false);
    isSending.current = false;
    if (status === 409) return isLeft.current ? undefined : window.location.assign(window.location.pathname);
    setState(status === 200 ? 'saved' : 'failed');
    // What the server refuses waits for the attempt's page.
    if (isLeft.current && status >= 400 && status < 500) return;
    if (Object.keys(unsent.read()).length > 0) timer.current = setTimeout(() => void send(), status === 200 ? 0 : retryMs);
  }, [unsent, post]);
  return { state, post, flush };
}

/**
 * Sends what changed, at once when the page is left. What has not arrived is stored, and sent when the attempt is opened again.
 * `answered` is null before the page has scripts.
 */
export function useSavedAnswers(action: string, questions: readonly ShownQuestion[]) {
  const formRef = useRef<HTMLFormElement>(null);
  const [answered, setAnswered] = useState<number | null>(null);
  const unsent = useMemo(() => unsentAnswers(action), [action]);
  const { state, post, flush } = useSending(action, unsent);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touched = useRef(new Set<string>());

  const collect = useCallback((form: HTMLFormElement) => {
    clearTimeout(typing.current);
    if (touched.current.size === 0) return;
    const all = answersIn(form);
    setAnswered(countAnswered(all));
    unsent.add(Object.fromEntries(Object.entries(all).filter(([question]) => touched.current.has(question))));
    touched.current.clear();
  }, [unsent]);

  // Before the fields' own effects, which take over what they show.
  useLayoutEffect(() => {
    if (formRef.current) fillIn(formRef.current, unsent.given());
  }, [unsent]);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const leave = () => {
      collect(form);
      void flush(true);
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', leave);
    const given = answersIn(form);
    setAnswered(countAnswered(given));
    // What was answered before the scripts came.
    if (countAnswered(given) > questions.filter(({ answer }) => answer !== null).length) unsent.add(given);
    void flush();
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [collect, flush, unsent, questions]);

  const change = useCallback((form: HTMLFormElement, target: EventTarget) => {
    const question = target instanceof Element ? target.closest<HTMLElement>('[data-question]')?.dataset.question : undefined;
    if (question === undefined) return;
    touched.current.add(question);
    clearTimeout(typing.current);
    // The fields of a moved item are there after React has rendered them.
    typing.current = setTimeout(() => {
      collect(form);
      void flush();
    }, typingMs);
  }, [collect, flush]);

  /** What has not arrived yet goes with it. */
  const finish = useCallback((form: HTMLFormElement): Promise<number> => {
    collect(form);
    return post({ ...answersIn(form), ...unsent.read() }, true);
  }, [collect, post, unsent]);

  return { formRef, state, answered, change, finish };
}
