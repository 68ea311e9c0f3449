'use client';

import { useSyncExternalStore } from 'react';
import { Section } from '@/components/layout/section';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';

const subscribeToNothing = () => () => undefined;
const textOf = (name: string) => document.getElementById('content')?.dataset[name] ?? '';
const readTexts = () => JSON.stringify([textOf('errorTitle'), textOf('errorText'), textOf('retry')]);

/** Replaces a page that threw. Reads its texts from `<main>`, because messages are not available here. */
export function ErrorPage({ reset }: { reset: () => void }) {
  const texts = useSyncExternalStore(subscribeToNothing, readTexts, () => '["","",""]');
  const [title, text, retry] = JSON.parse(texts) as string[];
  return (
    <Section>
      <title>{title}</title>
      <EmptyState icon="alert" title={<h1>{title}</h1>} action={<Button onClick={reset}>{retry}</Button>}>
        {text}
      </EmptyState>
    </Section>
  );
}
