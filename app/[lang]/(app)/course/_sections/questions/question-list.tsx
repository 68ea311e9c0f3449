import type { QuestionsAddress, QuestionsLabels, WireList } from './questions-labels';
import { CodeText } from '../../../../_ui/text/code-text';
import { GoLink, Paging, type Going } from './paging';
import styles from './questions.module.css';
import { TextForm } from './text-form';
import { Meta } from './written-text';
import type { Language } from '@/lib/language';

export interface Shared { labels: QuestionsLabels; lang: Language; hrefOf: (address: QuestionsAddress) => string; go: Going }

interface Props extends Shared { list: WireList; action: string; typed: string }

export function QuestionList({ labels, lang, hrefOf, go, list, action, typed }: Props) {
  return (
    <>
      <TextForm id="ask" action={action} label={labels.ask} help={labels.ask_help} submit={labels.send} busy={labels.sending} labels={labels} typed={typed}
        onDone={(answer) => go({ question: (answer as { id: string }).id, page: 1 })} />
      <h2 className={styles.heading} tabIndex={-1}>{labels.back}</h2>
      {list.rows.length === 0 && <p className={styles.soft}>{labels.empty}</p>}
      <ol className={styles.list}>
        {list.rows.map((question) => (
          <li key={question.id} className={styles.item}>
            <Meta written={question} labels={labels} lang={lang} />
            <p className={styles.excerpt} dir="auto"><CodeText>{question.text || labels.deleted}</CodeText></p>
            <p className={styles.foot}>
              {question.answered && <span className={styles.answered}>{labels.answered}</span>}
              <GoLink to={{ question: question.id, page: 1 }} hrefOf={hrefOf} go={go}>{question.answerCount > 0 ? labels.open.replace('{count}', String(question.answerCount)) : labels.open_unanswered}</GoLink>
            </p>
          </li>
        ))}
      </ol>
      <Paging label={labels.pages} page={list.page} hasNext={list.hasNext} question={null} before={labels.newer} after={labels.older} hrefOf={hrefOf} go={go} />
    </>
  );
}
