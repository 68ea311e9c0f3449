import type { Shared } from './question-list';
import type { WireThread } from './questions-labels';
import { GoLink, Paging } from './paging';
import styles from './questions.module.css';
import { ActionForm, TextForm } from './text-form';
import { WrittenText } from './written-text';

interface Props extends Shared { thread: WireThread; typed: string }

/** The accepted answer stands first. */
export function QuestionThread({ labels, lang, hrefOf, go, thread, typed }: Props) {
  const { question, answers, mayAccept, page, hasNext } = thread;
  const base = `/api/questions/${question.id}`;
  const here = { question: question.id, page };
  const list = { question: null, page: 1 };
  return (
    <>
      <GoLink to={list} hrefOf={hrefOf} go={go}>{labels.back}</GoLink>
      <h2 className={styles.heading} tabIndex={-1}>{labels.question}</h2>
      <article className={styles.item}>
        <WrittenText written={question} labels={labels} lang={lang} base={base} onChange={() => go(here)} onRemove={() => go(list)} />
      </article>
      <h2 className={styles.heading}>{labels.answer_count.replace('{count}', String(question.answerCount))}</h2>
      {answers.length === 0 && <p className={styles.soft}>{labels.no_answers}</p>}
      <ol className={styles.list}>
        {answers.map((answer) => (
          <li key={answer.id} className={styles.item} data-accepted={answer.accepted || undefined}>
            {answer.accepted && <p className={styles.answered}>{labels.accepted}</p>}
            <WrittenText written={answer} labels={labels} lang={lang} base={`/api/answers/${answer.id}`} onChange={() => go(here)} onRemove={() => go(here)} />
            {mayAccept && <ActionForm action={`${base}/accept`} fields={{ answerId: answer.accepted ? '' : answer.id }} label={answer.accepted ? labels.unaccept : labels.accept} labels={labels} onDone={() => go({ ...here, page: 1 })} />}
          </li>
        ))}
      </ol>
      <Paging label={labels.pages} page={page} hasNext={hasNext} question={question.id} before={labels.earlier_answers} after={labels.later_answers} hrefOf={hrefOf} go={go} />
      <TextForm id="answer" action={`${base}/answers`} label={labels.answer} submit={labels.answer_send} busy={labels.sending} labels={labels} typed={typed} onDone={() => go(here)} />
    </>
  );
}
