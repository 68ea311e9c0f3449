import { Fragment } from 'react';
import styles from './code-text.module.css';

/** Marks text in backticks as code, which runs left to right in every language. A single backtick stays. */
export function CodeText({ children }: { children: string }) {
  return children.split(/(`[^`\n]+`)/).map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className={styles.code} dir="ltr">
        {part.slice(1, -1)}
      </code>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
