import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './prose.module.css';

type ProseProps = { children: ReactNode; html?: never; className?: string; lang?: string; dir?: 'ltr' | 'rtl' } |
  { /** Already sanitised (lib/content, lib/blog). */ html: string; children?: never; className?: string; lang?: string; dir?: 'ltr' | 'rtl' };

/** Running text: articles, details, legal pages. */
export function Prose({ html, children, className, lang, dir }: ProseProps) {
  const shared = { className: classNames(styles.prose, className), lang, dir };
  if (html !== undefined) return <div {...shared} dangerouslySetInnerHTML={{ __html: html }} />;
  return <div {...shared}>{children}</div>;
}
