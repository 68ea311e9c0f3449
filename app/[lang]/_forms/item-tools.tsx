'use client';

import { Icon } from '../_ui/icon';
import type { FormWords } from './form-words';
import styles from './schema-form.module.css';

interface ItemToolsProps { words: FormWords; name: string; first: boolean; last: boolean; onMove: (by: 1 | -1) => void; onRemove: () => void }

export function ItemTools({ words, name, first, last, onMove, onRemove }: ItemToolsProps) {
  return (
    <div className={styles.tools}>
      <button type="button" aria-label={`${words.move_up}: ${name}`} title={words.move_up} disabled={first} onClick={() => onMove(-1)}>
        <Icon name="chevron" size={18} className={styles.up} />
      </button>
      <button type="button" aria-label={`${words.move_down}: ${name}`} title={words.move_down} disabled={last} onClick={() => onMove(1)}>
        <Icon name="chevron" size={18} />
      </button>
      <button type="button" aria-label={`${words.remove}: ${name}`} title={words.remove} className={styles.remove} onClick={onRemove}>
        <Icon name="trash" size={18} />
      </button>
    </div>
  );
}
