'use client';

import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import { QuestionFields } from '@/components/quiz/question-fields';
import { fillPlaceholders, type QuestionLabels } from '@/components/quiz/quiz-labels';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/feedback/dialog';
import { Notice } from '@/components/ui/feedback/notice';
import { positionText } from '@/lib/i18n/formats';
import type { ShownQuestion } from '@/lib/quizzes/questions';
import { countAnswered, findInvalidNumbers, readAnswers, useSavedAnswers } from './saved-answers';
import styles from './quiz.module.css';

interface Labels extends QuestionLabels {
  finish: string;
  finishing: string;
  finishFailed: string;
  finishOpen: string;
  unanswered: string;
  finishAnyway: string;
  toQuestions: string;
  close: string;
  save: string;
  saving: string;
  saved: string;
  saveFailed: string;
  answeredOf: string;
  timeLeft: string;
}

interface Props {
  action: string;
  questions: ShownQuestion[];
  /** Remaining time when the page was rendered, or null if the attempt has no time limit. */
  remainingMs: number | null;
  labels: Labels;
}

/** Works as a plain form. With JavaScript, it saves each answer and ends the attempt on time. */
export function AttemptForm({ action, questions, remainingMs, labels }: Props) {
  const { formRef, state, answered, change, finish: send } = useSavedAnswers(action, questions);
  const [ending, setEnding] = useState<'no' | 'busy' | 'failed'>('no');
  const [open, setOpen] = useState(0);
  const finish = async (form: HTMLFormElement | null) => {
    if (!form) return;
    setOpen(0);
    setEnding('busy');
    // 409: the attempt is over, and its page shows the result.
    const status = await send(form);
    if (status === 200 || status === 409) window.location.assign(window.location.pathname);
    else setEnding('failed');
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [unreadable] = findInvalidNumbers(form);
    const openCount = questions.length - countAnswered(readAnswers(form));
    if (unreadable) unreadable.focus();
    else if (openCount > 0) setOpen(openCount);
    else void finish(form);
  };
  const submitAfterMove = (event: MouseEvent<HTMLFormElement>) => {
    if (event.target instanceof Element && event.target.closest('button[type=button]'))
      change(event.currentTarget, event.target);
  };
  return (
    <>
      <form
        ref={formRef}
        className={styles.form}
        method="post"
        action={action}
        onSubmit={submit}
        onKeyDown={preventEnterSubmit}
        onInput={(event) => change(event.currentTarget, event.target)}
        onClick={submitAfterMove}
      >
        {questions.map((question, index) => (
          <QuestionFields key={question.id} question={question} number={index + 1} labels={labels} />
        ))}
        {ending === 'failed' && (
          <Notice tone="danger" alert>
            {labels.finishFailed}
          </Notice>
        )}
        <div className={styles.actions}>
          <noscript>
            <Button type="submit" variant="secondary">
              {labels.save}
            </Button>
          </noscript>
          <Button type="submit" name="finish" value="answered" busy={ending === 'busy'}>
            {ending === 'busy' ? labels.finishing : labels.finish}
          </Button>
        </div>
        {answered !== null && (
          <div className={styles.status}>
            <p>{fillPlaceholders(labels.answeredOf, { answered, total: questions.length })}</p>
            <p role="status">
              {state === 'saving'
                ? labels.saving
                : state === 'saved'
                  ? labels.saved
                  : state === 'failed'
                    ? labels.saveFailed
                    : ''}
            </p>
            {remainingMs !== null && (
              <Countdown
                remainingMs={remainingMs}
                label={labels.timeLeft}
                onOver={() => void finish(formRef.current)}
              />
            )}
          </div>
        )}
      </form>
      <Dialog open={open > 0} onClose={() => setOpen(0)} title={labels.finishOpen} closeLabel={labels.close}>
        <div className={styles.confirmation}>
          <p>{fillPlaceholders(labels.unanswered, { count: open, total: questions.length })}</p>
          <div className={styles.actions}>
            <Button onClick={() => void finish(formRef.current)}>{labels.finishAnyway}</Button>
            <Button variant="secondary" onClick={() => setOpen(0)}>
              {labels.toQuestions}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** Blocks Enter in text fields, which would end the attempt. */
function preventEnterSubmit(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** End this early to leave time for sending the last answers. */
const earlyMs = 1500;

/** Combines two clocks: the page's clock stops while a phone sleeps, and the device's clock may be wrong. */
export function Countdown({ remainingMs, label, onOver }: { remainingMs: number; label: string; onOver: () => void }) {
  const [leftMs, setLeftMs] = useState(remainingMs);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    let endsAtMs = performance.now() + remainingMs;
    const deviceAheadMs = () => Date.now() - performance.now();
    let aheadBeforeMs = deviceAheadMs();
    const countDown = () => {
      const untilEndMs = endsAtMs - performance.now();
      setLeftMs(untilEndMs);
      if (untilEndMs > earlyMs) return;
      stop();
      over();
    };
    const handleVisibility = () => {
      if (document.hidden) {
        aheadBeforeMs = deviceAheadMs();
        return;
      }
      endsAtMs -= Math.max(0, deviceAheadMs() - aheadBeforeMs);
      countDown();
    };
    const timer = setInterval(countDown, 500);
    const stop = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', handleVisibility);
    };
    document.addEventListener('visibilitychange', handleVisibility);
    return stop;
  }, [remainingMs]);
  return (
    <p role="timer">
      <span>{label}</span>:{' '}
      <bdi className={styles.time} translate="no">
        {positionText(Math.max(0, Math.round(leftMs / 1000)))}
      </bdi>
    </p>
  );
}
