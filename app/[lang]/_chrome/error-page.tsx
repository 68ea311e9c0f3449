'use client';

import { useSyncExternalStore } from 'react';
import { Button } from '../_ui/button';
import { EmptyState } from '../_ui/feedback/empty-state';
import { Section } from '../_ui/layout/section';

const never = () => () => undefined;
const textOf = (name: string) => document.getElementById('content')?.dataset[name] ?? '';
const readTexts = () => JSON.stringify([textOf('errorTitle'), textOf('errorText'), textOf('retry')]);

/** Stands in a group's frame for a page that threw. Its texts are on `<main>`, in the page's language. */
export function ErrorPage({ reset }: { reset: () => void }) {
  const texts = useSyncExternalStore(never, readTexts, () => '["","",""]');
  const [title, text, retry] = JSON.parse(texts) as string[];
  return (
    <Section>
      <title>{title}</title>
      <EmptyState icon="alert" title={<h1 style={{ fontSize: 'inherit' }}>{title}</h1>} action={<Button onClick={reset}>{retry}</Button>}>
        {text}
      </EmptyState>
    </Section>
  );
}
