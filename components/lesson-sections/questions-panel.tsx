'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callJson, errorText, type Outcome } from '@/components/session/json-call';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import { CodeText } from '@/components/ui/text/code-text';
import type { Language } from '@/lib/language';
import { ActionForm, DraftForm, EditablePost, PostMeta } from './question-text';
import type {
  LessonPlace,
  QuestionsInitial,
  QuestionsQuery,
  QuestionsView,
  WireList,
  WireThread,
} from './section-data';
import styles from './questions.module.css';

interface Props {
  place: LessonPlace;
  initial: QuestionsInitial | undefined;
}

function useQuestions(place: LessonPlace, initial: QuestionsInitial | undefined) {
  const t = useTranslations('questions');
  const [view, setView] = useState<QuestionsView | null>(initial?.view ?? null);
  const [error, setError] = useState(initial?.error ?? '');
  const listUrl = `/api/lesson-questions/${encodeURIComponent(place.courseSlug)}/${encodeURIComponent(place.lesson)}`;
  const hrefOf = ({ question, page }: QuestionsQuery) =>
    `${place.path}?${new URLSearchParams({ section: 'questions', ...(question ? { question } : {}), ...(page > 1 ? { page: String(page) } : {}) })}`;

  const panel = useRef<HTMLDivElement>(null);
  const focusReason = useRef<'elsewhere' | 'here' | null>(null);
  useLayoutEffect(() => {
    const isFocusLost =
      focusReason.current === 'elsewhere' ||
      (focusReason.current === 'here' && document.activeElement === document.body);
    focusReason.current = null;
    if (isFocusLost) panel.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }, [view]);

  const latestRequest = useRef(0);
  const readView = async ({ question, page }: QuestionsQuery): Promise<void> => {
    const request = (latestRequest.current += 1);
    const outcome = await callJson({
      method: 'GET',
      url: `${question ? `/api/questions/${encodeURIComponent(question)}` : listUrl}?page=${page}`,
    });
    if (request !== latestRequest.current) return;
    const next = viewOfOutcome(outcome, question);
    setError(next || outcome.ok ? '' : errorText(outcome, { unreachable: t('unreachable'), failed: t('failed') }));
    if (!next) return;
    focusReason.current = viewKey(view) === viewKey(next) ? 'here' : 'elsewhere';
    setView(next);
  };
  const goTo = (query: QuestionsQuery) => {
    history.replaceState(null, '', hrefOf(query));
    void readView(query);
  };

  const [hasInitialData] = useState(initial !== undefined);
  useEffect(() => {
    if (hasInitialData) return;
    void callJson<WireList>({ method: 'GET', url: listUrl }).then((outcome) => {
      if (latestRequest.current > 0) return;
      if (outcome.ok) setView({ list: outcome.answer });
      else setError(errorText(outcome, { unreachable: t('unreachable'), failed: t('failed') }));
    });
  }, [hasInitialData, listUrl, t]);

  return { view, error, panel, listUrl, hrefOf, goTo };
}

/** @returns null if the request failed and the page should keep its present view */
function viewOfOutcome(outcome: Outcome, question: string | null): QuestionsView | null {
  if (!outcome.ok) return outcome.status === 404 ? { missing: true } : null;
  return question ? { thread: outcome.answer as WireThread } : { list: outcome.answer as WireList };
}

export function QuestionsPanel({ place, initial }: Props) {
  const t = useTranslations('questions');
  const { view, error, panel, listUrl, hrefOf, goTo } = useQuestions(place, initial);
  const shared = { lang: place.lang, userId: place.userId, hrefOf, go: goTo };
  return (
    <div ref={panel} className={styles.questions}>
      <ErrorNotice>{error}</ErrorNotice>
      {view === null && !error && (
        <p role="status" className={styles.soft}>
          {t('loading')}
        </p>
      )}
      {view && 'list' in view && (
        <QuestionList {...shared} list={view.list} action={listUrl} typed={initial?.typed ?? ''} />
      )}
      {view && 'thread' in view && (
        <QuestionThread key={view.thread.question.id} {...shared} thread={view.thread} typed={initial?.typed ?? ''} />
      )}
      {view && 'missing' in view && (
        <p className={styles.soft} tabIndex={-1}>
          {t('deleted')}{' '}
          <QuestionsLink to={{ question: null, page: 1 }} hrefOf={hrefOf} go={goTo}>
            {t('all_questions')}
          </QuestionsLink>
        </p>
      )}
    </div>
  );
}

function viewKey(view: QuestionsView | null): string {
  if (view && 'list' in view) return `list ${view.list.page}`;
  return view && 'thread' in view ? `${view.thread.question.id} ${view.thread.page}` : '';
}

interface QuestionThreadProps extends ViewProps {
  thread: WireThread;
  typed: string;
}

function QuestionThread({ lang, userId, hrefOf, go, thread, typed }: QuestionThreadProps) {
  const t = useTranslations('questions');
  const { question, answers, mayAccept, page, hasNext } = thread;
  const base = `/api/questions/${question.id}`;
  const currentQuery = { question: question.id, page };
  const listQuery = { question: null, page: 1 };
  return (
    <>
      <QuestionsLink to={listQuery} hrefOf={hrefOf} go={go}>
        {t('all_questions')}
      </QuestionsLink>
      <h2 className={styles.heading} tabIndex={-1}>
        {t('question')}
      </h2>
      <article className={styles.item}>
        <EditablePost
          written={question}
          lang={lang}
          base={base}
          onChange={() => go(currentQuery)}
          onRemove={() => go(listQuery)}
        />
      </article>
      <h2 className={styles.heading}>{t('answer_count', { count: question.answerCount })}</h2>
      {answers.length === 0 && <p className={styles.soft}>{t('no_answers')}</p>}
      <ol className={styles.list}>
        {answers.map((answer) => (
          <li key={answer.id} className={styles.item} data-accepted={answer.accepted || undefined}>
            {answer.accepted && <p className={styles.answered}>{t('accepted')}</p>}
            <EditablePost
              written={answer}
              lang={lang}
              base={`/api/answers/${answer.id}`}
              onChange={() => go(currentQuery)}
              onRemove={() => go(currentQuery)}
            />
            {mayAccept && (
              <ActionForm
                action={`${base}/accept`}
                fields={{ answerId: answer.accepted ? '' : answer.id }}
                label={answer.accepted ? t('unaccept') : t('accept')}
                onDone={() => go({ ...currentQuery, page: 1 })}
              />
            )}
          </li>
        ))}
      </ol>
      <QuestionsPagination
        label={t('pages')}
        page={page}
        hasNext={hasNext}
        question={question.id}
        before={t('earlier_answers')}
        after={t('later_answers')}
        hrefOf={hrefOf}
        go={go}
      />
      <DraftForm
        draftKey={`answer-draft:${userId}:${question.id}`}
        id="answer"
        action={`${base}/answers`}
        label={t('answer')}
        submit={t('answer_send')}
        busy={t('sending')}
        typed={typed}
        onDone={(answer) => go({ question: question.id, page: (answer as { page: number }).page })}
      />
    </>
  );
}

interface ViewProps extends NavigationProps {
  lang: Language;
  userId: string;
}

interface QuestionListProps extends ViewProps {
  list: WireList;
  action: string;
  typed: string;
}

function QuestionList({ lang, userId, hrefOf, go, list, action, typed }: QuestionListProps) {
  const t = useTranslations('questions');
  return (
    <>
      <DraftForm
        draftKey={`question-draft:${userId}:${action}`}
        id="ask"
        action={action}
        label={t('ask')}
        help={t('ask_help')}
        submit={t('send')}
        busy={t('sending')}
        typed={typed}
        onDone={(answer) => go({ question: (answer as { id: string }).id, page: 1 })}
      />
      <h2 className={styles.heading} tabIndex={-1}>
        {t('all_questions')}
      </h2>
      {list.rows.length === 0 && <p className={styles.soft}>{t('empty')}</p>}
      <ol className={styles.list}>
        {list.rows.map((question) => (
          <li key={question.id} className={styles.item}>
            <PostMeta written={question} lang={lang} />
            <p className={styles.excerpt} dir="auto">
              <CodeText>{question.text || t('deleted')}</CodeText>
            </p>
            <p className={styles.foot}>
              {question.answered && <span className={styles.answered}>{t('answered')}</span>}
              <QuestionsLink to={{ question: question.id, page: 1 }} hrefOf={hrefOf} go={go}>
                {question.answerCount > 0 ? t('open', { count: question.answerCount }) : t('open_unanswered')}
              </QuestionsLink>
            </p>
          </li>
        ))}
      </ol>
      <QuestionsPagination
        label={t('pages')}
        page={list.page}
        hasNext={list.hasNext}
        question={null}
        before={t('newer')}
        after={t('older')}
        hrefOf={hrefOf}
        go={go}
      />
    </>
  );
}

interface NavigationProps {
  hrefOf: (query: QuestionsQuery) => string;
  go: (query: QuestionsQuery) => void;
}

/** With JavaScript, a click changes only the section, so the video keeps playing. */
function QuestionsLink({ to, hrefOf, go, children }: NavigationProps & { to: QuestionsQuery; children: ReactNode }) {
  return (
    <a
      href={`${hrefOf(to)}#sections`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

interface QuestionsPaginationProps extends NavigationProps {
  label: string;
  page: number;
  hasNext: boolean;
  question: string | null;
  before: string;
  after: string;
}

function QuestionsPagination({ label, page, hasNext, question, before, after, hrefOf, go }: QuestionsPaginationProps) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label={label} className={styles.foot}>
      {page > 1 && (
        <QuestionsLink to={{ question, page: page - 1 }} hrefOf={hrefOf} go={go}>
          {before}
        </QuestionsLink>
      )}
      {hasNext && (
        <QuestionsLink to={{ question, page: page + 1 }} hrefOf={hrefOf} go={go}>
          {after}
        </QuestionsLink>
      )}
    </nav>
  );
}
