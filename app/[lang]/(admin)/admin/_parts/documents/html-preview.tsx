'use client';

import { useEffect, useState } from 'react';
import { directionOf, type Language } from '@/lib/language';
import { sessionFetch } from '../../../../_session/session-fetch';
import { Card } from '../../../../_ui/layout/card';
import { Prose } from '../../../../_ui/text/prose';
import styles from './html-preview.module.css';

/** What a reader will see, cleaned by the server exactly as it will be when saved. */
export function HtmlPreview({ html, lang, title, empty }: { html: string; lang: Language; title: string; empty: string }) {
  const [clean, setClean] = useState('');
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => void ask(html, abort.signal).then((answer) => answer !== null && setClean(answer)), 400);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [html]);
  return (
    <Card as="section" className={styles.preview} aria-label={title} tabIndex={0}>
      <p className={styles.title}>{title}</p>
      <div lang={lang} dir={directionOf(lang)}>{clean ? <Prose html={clean} /> : <p>{empty}</p>}</div>
    </Card>
  );
}

async function ask(html: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await sessionFetch('/api/admin/preview', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ html }), signal });
    if (!answer.ok) return null;
    const body = (await answer.json()) as { html?: unknown };
    return typeof body.html === 'string' ? body.html : null;
  } catch {
    return null;
  }
}
