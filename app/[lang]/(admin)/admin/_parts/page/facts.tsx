import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Names and values, one under the other; what is empty is left out. */
export function Facts({ facts }: { facts: Array<[string, ReactNode]> }) {
  return (
    <dl className={styles.facts}>
      {facts.filter(([, value]) => value !== null && value !== undefined && value !== '').map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
