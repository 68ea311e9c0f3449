'use client';

import { useState, type KeyboardEvent, type MouseEvent, type SyntheticEvent } from 'react';
import { QuestionFields } from '../../../_quiz/question-fields';
import { filled, type QuestionLabels } from '../../../_quiz/quiz-labels';
import { Button } from '../../../_ui/button';
import { Dialog } from '../../../_ui/feedback/dialog';
import { Notice } from '../../../_ui/feedback/notice';
import type { ShownQuestion } from '@/lib/courses/quizzes/question';
import { answersIn, countAnswered, unreadableNumbers } from './answers-in';
import { Countdown } from './countdown';
import styles from './quiz.module.css';
import { useSavedAnswers } from './use-saved-answers';

interface Labels extends QuestionLabels { finish: string; finishing: string; finishFailed: string; finishOpen: string; unanswered: string; finishAnyway: string; toQuestions: string; close: string; save: string; saving: string; saved: string; saveFailed: string; answeredOf: string; timeLeft: string }

interface Props {
  action: string;
  questions: ShownQuestion[];
  /** Milliseconds from the page's answer on; null without a limit. */
  remainingMs: number | null;
  labels: Labels;
}

/** Complete as a plain form; with scripts each answer is stored as it is given, and the end of the time ends the attempt. With open questions it asks before it ends. */
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
    const [unreadable] = unreadableNumbers(form);
    const openCount = questions.length - countAnswered(answersIn(form));
    if (unreadable) unreadable.focus();
    else if (openCount > 0) setOpen(openCount);
    else void finish(form);
  };
  const moved = (event: MouseEvent<HTMLFormElement>) => {
    if (event.target instanceof Element && event.target.closest('button[type=button]')) change(event.currentTarget, event.target);
  };
  return (
    <>
      <form ref={formRef} className={styles.form} method="post" action={action} onSubmit={submit} onKeyDown={staysOnEnter} onInput={(event) => change(event.currentTarget, event.target)} onClick={moved}>
        {questions.map((question, index) => <QuestionFields key={question.id} question={question} number={index + 1} labels={labels} />)}
        {ending === 'failed' && <Notice tone="danger" alert>{labels.finishFailed}</Notice>}
        <div className={styles.actions}>
          <noscript><Button type="submit" variant="secondary">{labels.save}</Button></noscript>
          <Button type="submit" name="finish" value="answered" busy={ending === 'busy'}>{ending === 'busy' ? labels.finishing : labels.finish}</Button>
        </div>
        {answered !== null && (
          <div className={styles.status}>
            <p>{filled(labels.answeredOf, { answered, total: questions.length })}</p>
            <p role="status">{state === 'saving' ? labels.saving : state === 'saved' ? labels.saved : state === 'failed' ? labels.saveFailed : ''}</p>
            {remainingMs !== null && <Countdown remainingMs={remainingMs} label={labels.timeLeft} onOver={() => void finish(formRef.current)} />}
          </div>
        )}
      </form>
      <Dialog open={open > 0} onClose={() => setOpen(0)} title={labels.finishOpen} closeLabel={labels.close}>
        <div className={styles.asked}>
          <p>{filled(labels.unanswered, { count: open, total: questions.length })}</p>
          <div className={styles.actions}>
            <Button onClick={() => void finish(formRef.current)}>{labels.finishAnyway}</Button>
            <Button variant="secondary" onClick={() => setOpen(0)}>{labels.toQuestions}</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** Enter in a field would end the attempt; without scripts it presses the first button, which saves. */
function staysOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
