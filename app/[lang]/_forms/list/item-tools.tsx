'use client';

import { MoveButtons } from '../../_ui/form/move-buttons';
import { Icon } from '../../_ui/icon';
import type { FormLabels } from '../form-labels';
import styles from '../schema-form.module.css';

interface ItemToolsProps {
  labels: FormLabels; name: string; first: boolean; last: boolean;
  onMove: (by: 1 | -1) => void; onDragStart: () => void; onDragEnd: () => void; onRemove: () => void;
}

export function ItemTools({ labels, name, first, last, onMove, onDragStart, onDragEnd, onRemove }: ItemToolsProps) {
  return (
    <MoveButtons className={styles.tools} labels={{ up: labels.move_up, down: labels.move_down }} name={name} first={first} last={last} onMove={onMove}>
      <span
        draggable="true" className={styles.handle} title={labels.drag} aria-hidden="true" onDragEnd={onDragEnd}
        onDragStart={(event) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = 'move';
          // Firefox drags only what carries something.
          event.dataTransfer.setData('application/x-list-item', name);
          onDragStart();
        }}
      >
        <Icon name="menu" size={18} />
      </span>
      <button type="button" aria-label={`${labels.remove}: ${name}`} title={labels.remove} className={styles.remove} onClick={onRemove}>
        <Icon name="trash" size={18} />
      </button>
    </MoveButtons>
  );
}
