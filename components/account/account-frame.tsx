import Link from 'next/link';
import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/feedback/notice';
import styles from './account-frame.module.css';
import linksStyles from './links.module.css';

interface FrameProps {
  title: ReactNode;
  intro?: ReactNode;
  note: string;
  notices?: Array<{ tone: 'danger' | 'success' | 'notice' | 'info'; text: string } | null>;
  children: ReactNode;
}

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
          {notices.map(
            (notice) =>
              notice && (
                <Notice key={notice.text} tone={notice.tone} alert>
                  {notice.text}
                </Notice>
              ),
          )}
          {children}
        </div>
      </section>
    </div>
  );
}

export function PromptLink({ question, href, children }: { question: string; href: string; children: string }) {
  return (
    <p className={linksStyles.ask}>
      {question}{' '}
      <Link href={href} prefetch={false}>
        {children}
      </Link>
    </p>
  );
}
