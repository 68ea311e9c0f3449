import type { ReactNode } from 'react';
import type { QuestionsAddress } from './questions-labels';
import styles from './questions.module.css';

export type Going = (address: QuestionsAddress) => void;

interface Ways { hrefOf: (address: QuestionsAddress) => string; go: Going }

/** A link of the page; with JavaScript only the section changes, and the video plays on. */
export function GoLink({ to, hrefOf, go, children }: Ways & { to: QuestionsAddress; children: ReactNode }) {
  return <a href={`${hrefOf(to)}#sections`} onClick={(event) => { if (event.ctrlKey || event.metaKey) return; event.preventDefault(); go(to); }}>{children}</a>;
}

interface Props extends Ways { label: string; page: number; hasNext: boolean; question: string | null; before: string; after: string }

export function Paging({ label, page, hasNext, question, before, after, hrefOf, go }: Props) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label={label} className={styles.foot}>
      {page > 1 && <GoLink to={{ question, page: page - 1 }} hrefOf={hrefOf} go={go}>{before}</GoLink>}
      {hasNext && <GoLink to={{ question, page: page + 1 }} hrefOf={hrefOf} go={go}>{after}</GoLink>}
    </nav>
  );
}
