import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import styles from './move-buttons.module.css';

interface MoveButtonsProps {
  labels: { up: string; down: string };
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  className?: string | undefined;
  children?: ReactNode;
}

export function MoveButtons({ labels, name, isFirst, isLast, onMove, className, children }: MoveButtonsProps) {
  return (
    <div className={classNames(styles.buttons, className)}>
      <button
        type="button"
        aria-label={`${labels.up}: ${name}`}
        title={labels.up}
        aria-disabled={isFirst || undefined}
        onClick={() => {
          if (!isFirst) onMove(-1);
        }}
      >
        <Icon name="chevron" size={18} className={styles.up} />
      </button>
      <button
        type="button"
        aria-label={`${labels.down}: ${name}`}
        title={labels.down}
        aria-disabled={isLast || undefined}
        onClick={() => {
          if (!isLast) onMove(1);
        }}
      >
        <Icon name="chevron" size={18} />
      </button>
      {children}
    </div>
  );
}
