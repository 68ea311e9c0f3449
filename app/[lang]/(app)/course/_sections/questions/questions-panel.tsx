'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callJson } from '../../../../_session/json-call';
import { Notice } from '../../../../_ui/feedback/notice';
import type { LessonPlace } from '../lesson-place';
import { QuestionList } from './question-list';
import { QuestionThread } from './question-thread';
import type { QuestionsAddress, QuestionsInitial, QuestionsLabels, QuestionsView, WireList, WireThread } from './questions-labels';
import styles from './questions.module.css';

interface Props { place: LessonPlace; labels: QuestionsLabels; initial: QuestionsInitial | undefined }

/** Row N15: the questions under a lesson, or one of them with its answers. */
export function QuestionsPanel({ place, labels, initial }: Props) {
  const [view, setView] = useState<QuestionsView | null>(initial?.view ?? null);
  const [problem, setProblem] = useState(initial?.problem ?? '');
  const listUrl = `/api/lesson-questions/${encodeURIComponent(place.courseSlug)}/${encodeURIComponent(place.lesson)}`;
  const hrefOf = ({ question, page }: QuestionsAddress) =>
    `${place.path}?${new URLSearchParams({ section: 'questions', ...(question ? { question } : {}), ...(page > 1 ? { page: String(page) } : {}) })}`;

  const panel = useRef<HTMLDivElement>(null);
  const arrived = useRef<'elsewhere' | 'here' | null>(null);
  // What was pressed has gone with the old view; one that was only read again leaves the focus where it is, if that is still there.
  useLayoutEffect(() => {
    const isLost = arrived.current === 'elsewhere' || (arrived.current === 'here' && document.activeElement === document.body);
    arrived.current = null;
    if (isLost) panel.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }, [view]);

  // Only the answer to what was asked last is shown.
  const asked = useRef(0);
  const read = async ({ question, page }: QuestionsAddress): Promise<void> => {
    const number = (asked.current += 1);
    const outcome = await callJson({ method: 'GET', url: `${question ? `/api/questions/${encodeURIComponent(question)}` : listUrl}?page=${page}` });
    if (number !== asked.current) return;
    setProblem(outcome.ok || outcome.status === 404 ? '' : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (!outcome.ok && outcome.status !== 404) return;
    const next: QuestionsView = !outcome.ok ? { missing: true } : question ? { thread: outcome.answer as WireThread } : { list: outcome.answer as WireList };
    arrived.current = placeOf(view) === placeOf(next) ? 'here' : 'elsewhere';
    setView(next);
  };
  const go = (address: QuestionsAddress) => {
    history.replaceState(null, '', hrefOf(address));
    void read(address);
  };

  // Once: later reads follow what is pressed.
  const [isRead] = useState(initial !== undefined);
  useEffect(() => {
    if (isRead) return;
    void callJson<WireList>({ method: 'GET', url: listUrl }).then((outcome) => {
      if (asked.current > 0) return;
      if (outcome.ok) setView({ list: outcome.answer });
      else setProblem(outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    });
  }, [isRead, listUrl, labels]);

  const shared = { labels, lang: place.lang, hrefOf, go };
  return (
    <div ref={panel} className={styles.questions}>
      {problem && <Notice tone="danger" alert>{problem}</Notice>}
      {view === null && !problem && <p role="status" className={styles.soft}>{labels.loading}</p>}
      {view && 'list' in view && <QuestionList {...shared} list={view.list} action={listUrl} typed={initial?.typed ?? ''} />}
      {view && 'thread' in view && <QuestionThread key={view.thread.question.id} {...shared} thread={view.thread} typed={initial?.typed ?? ''} />}
      {view && 'missing' in view && (
        <p className={styles.soft} tabIndex={-1}>{labels.deleted} <a href={hrefOf({ question: null, page: 1 })} onClick={(event) => { event.preventDefault(); go({ question: null, page: 1 }); }}>{labels.back}</a></p>
      )}
    </div>
  );
}

function placeOf(view: QuestionsView | null): string {
  if (view && 'list' in view) return `list ${view.list.page}`;
  return view && 'thread' in view ? `${view.thread.question.id} ${view.thread.page}` : '';
}
