import { Icon } from '../../../_ui/icon';
import { Spinner } from '../../../_ui/feedback/spinner';
import styles from './state-sign.module.css';

export type Sign = 'waiting' | 'done' | 'refused' | 'clock' | 'returned';

/** Decoration: the text beside it says the same. */
export function StateSign({ sign }: { sign: Sign }) {
  return (
    <span className={`${styles.sign} ${styles[sign]}`} aria-hidden="true">
      {sign === 'waiting' && <Spinner size={36} />}
      {sign === 'done' && <Icon name="check" size={36} />}
      {sign === 'refused' && <Icon name="alert" size={36} />}
      {sign === 'clock' && <Icon name="clock" size={36} />}
      {sign === 'returned' && <Icon name="refresh" size={36} />}
    </span>
  );
}
