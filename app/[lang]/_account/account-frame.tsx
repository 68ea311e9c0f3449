import type { ReactNode } from 'react';
import { Notice } from '../_ui/feedback/notice';
import styles from './account-frame.module.css';

interface FrameProps {
  title: ReactNode;
  intro?: ReactNode;
  /** A sentence for the panel beside the form. */
  note: string;
  notices?: Array<{ tone: 'danger' | 'success' | 'notice' | 'info'; text: string } | null>;
  children: ReactNode;
}

/** The pages on the way in: the form on paper, beside it a deep panel with a rosette drawn by compass and ruler. */
export function AccountFrame({ title, intro, note, notices = [], children }: FrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <p className={styles.sentence}>{note}</p>
      </div>
      <section className={styles.side} aria-labelledby="account-title">
        <div className={styles.column}>
          <header className={styles.head}>
            <h1 id="account-title">{title}</h1>
            {intro && <p>{intro}</p>}
          </header>
          {notices.map((notice) => notice && <Notice key={notice.text} tone={notice.tone} alert>{notice.text}</Notice>)}
          {children}
        </div>
      </section>
    </div>
  );
}
