'use client';

import { useEffect, useState } from 'react';
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

  const read = async ({ question, page }: QuestionsAddress): Promise<void> => {
    const outcome = await callJson({ method: 'GET', url: `${question ? `/api/questions/${encodeURIComponent(question)}` : listUrl}?page=${page}` });
    setProblem(outcome.ok || outcome.status === 404 ? '' : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (outcome.ok) setView(question ? { thread: outcome.answer as WireThread } : { list: outcome.answer as WireList });
    else if (outcome.status === 404) setView({ missing: true });
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
      if (outcome.ok) setView({ list: outcome.answer });
      else setProblem(outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    });
  }, [isRead, listUrl, labels]);

  const shared = { labels, lang: place.lang, hrefOf, go };
  return (
    <div className={styles.questions}>
      {problem && <Notice tone="danger" alert>{problem}</Notice>}
      {view === null && !problem && <p role="status" className={styles.soft}>{labels.loading}</p>}
      {view && 'list' in view && <QuestionList {...shared} list={view.list} action={listUrl} typed={initial?.typed ?? ''} />}
      {view && 'thread' in view && <QuestionThread key={view.thread.question.id} {...shared} thread={view.thread} typed={initial?.typed ?? ''} />}
      {view && 'missing' in view && (
        <p className={styles.soft}>{labels.deleted} <a href={hrefOf({ question: null, page: 1 })} onClick={(event) => { event.preventDefault(); go({ question: null, page: 1 }); }}>{labels.back}</a></p>
      )}
    </div>
  );
}
