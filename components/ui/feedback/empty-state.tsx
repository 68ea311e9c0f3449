import type { ReactNode } from 'react';
import { Icon, type IconName, Khatam } from '@/components/ui/icon';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
}

export function EmptyState({ title, children, icon = 'list', action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.sign}>
        <Khatam className={styles.khatam} />
        <Icon name={icon} size={28} />
      </span>
      <div className={styles.title}>{title}</div>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}
