import type { WorkCase } from '@/lib/content/work/work-schema';
import { classNames } from '../../_ui/class-names';
import styles from './client-quote.module.css';

interface Props { quote: NonNullable<WorkCase['quote']>; large?: boolean }

export function ClientQuote({ quote: { text, name, role, company }, large }: Props) {
  return (
    <figure className={classNames(styles.quote, large && styles.large)}>
      <blockquote className={styles.text}><p>{text}</p></blockquote>
      <figcaption className={styles.person}>
        <b>{name}</b>
        <span>{role}</span>
        <span>{company}</span>
      </figcaption>
    </figure>
  );
}
