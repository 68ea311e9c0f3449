import Link from 'next/link';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Language } from '@/lib/language';
import type { AdminTexts } from './admin-page';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  intro?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
}

export function PageHead({ title, intro, actions, back }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        {back && (
          <Link className={styles.back} href={back.href} prefetch={false}>
            <Icon name="arrow-left" size={16} />
            {back.label}
          </Link>
        )}
        <h1>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>;

/** Leaves out facts without a value; `false` comes from conditions such as `isPaid && <Amount />`. */
export function Facts({ facts }: { facts: Array<[string, ReactNode]> }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export const GuideLink = ({ lang, t, section }: { lang: Language; t: AdminTexts; section: string }) => (
  <ButtonLink variant="quiet" icon="info" href={`/${lang}/admin/guide#${section}`} prefetch={false}>
    {t('guide_how')}
  </ButtonLink>
);
