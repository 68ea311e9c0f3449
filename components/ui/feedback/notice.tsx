import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon, type IconName } from '@/components/ui/icon';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'success' | 'danger' | 'notice';
  title?: ReactNode;
  children?: ReactNode;
  /** Screen readers announce it when it appears (row V5). It gets focus if the page loads with it (row V9). */
  alert?: boolean;
  actions?: ReactNode;
}

const icons: Record<NonNullable<NoticeProps['tone']>, IconName> = {
  info: 'info',
  success: 'check-circle',
  danger: 'alert',
  notice: 'info',
};

export const ErrorNotice = ({ children }: { children: ReactNode }) =>
  children && (
    <Notice tone="danger" alert>
      {children}
    </Notice>
  );

export function Notice({ tone = 'info', title, children, alert = false, actions }: NoticeProps) {
  return (
    <div
      className={classNames(styles.box, styles[tone])}
      role={alert ? 'alert' : undefined}
      tabIndex={alert ? -1 : undefined}
      autoFocus={alert || undefined}
    >
      <Icon name={icons[tone]} size={22} className={styles.icon} />
      <div className={styles.text}>
        {title && <strong className={styles.title}>{title}</strong>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
