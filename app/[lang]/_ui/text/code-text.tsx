import { Fragment } from 'react';
import styles from './code-text.module.css';

/** Text in which `code` stands between backticks: set as code, from left to right in every language. A backtick without a second one stays. */
export function CodeText({ children }: { children: string }) {
  return children.split(/(`[^`\n]+`)/).map((part, index) =>
    index % 2 === 1 ? <code key={index} className={styles.code} dir="ltr">{part.slice(1, -1)}</code> : <Fragment key={index}>{part}</Fragment>);
}
