import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import styles from './prose.module.css';

type ProseProps =
  | { children: ReactNode; html?: never; className?: string; lang?: string; dir?: 'ltr' | 'rtl' }
  | {
      /** Must be sanitised (lib/content, lib/articles). */
      html: string;
      children?: never;
      className?: string;
      lang?: string;
      dir?: 'ltr' | 'rtl';
    };

export function Prose({ html, children, className, lang, dir }: ProseProps) {
  const shared = { className: classNames(styles.prose, className), lang, dir };
  if (html !== undefined) return <div {...shared} dangerouslySetInnerHTML={{ __html: html }} />;
  return <div {...shared}>{children}</div>;
}
