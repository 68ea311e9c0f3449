'use client';

import { Icon } from '../_ui/icon';
import type { FormLabels } from './form-labels';
import styles from './schema-form.module.css';

interface ItemToolsProps { labels: FormLabels; name: string; first: boolean; last: boolean; onMove: (by: 1 | -1) => void; onRemove: () => void }

export function ItemTools({ labels, name, first, last, onMove, onRemove }: ItemToolsProps) {
  return (
    <div className={styles.tools}>
      <button type="button" aria-label={`${labels.move_up}: ${name}`} title={labels.move_up} disabled={first} onClick={() => onMove(-1)}>
        <Icon name="chevron" size={18} className={styles.up} />
      </button>
      <button type="button" aria-label={`${labels.move_down}: ${name}`} title={labels.move_down} disabled={last} onClick={() => onMove(1)}>
        <Icon name="chevron" size={18} />
      </button>
      <button type="button" aria-label={`${labels.remove}: ${name}`} title={labels.remove} className={styles.remove} onClick={onRemove}>
        <Icon name="trash" size={18} />
      </button>
    </div>
  );
}
