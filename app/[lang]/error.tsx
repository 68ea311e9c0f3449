'use client';

import { useSyncExternalStore } from 'react';
import { Button } from './_ui/button';
import { EmptyState } from './_ui/empty-state';
import { Section } from './_ui/section';

const never = () => () => undefined;
const wordOf = (name: string) => document.getElementById('content')?.dataset[name] ?? '';

/** Whatever breaks inside a page: the chrome stays. Its words are written on `<main>` by the layout, in the page's language. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const words = useSyncExternalStore(never, () => JSON.stringify([wordOf('errorTitle'), wordOf('errorText'), wordOf('retry')]), () => '["","",""]');
  const [title, text, retry] = JSON.parse(words) as string[];
  return (
    <Section>
      <title>{title}</title>
      <EmptyState icon="alert" title={<h1 style={{ fontSize: 'inherit' }}>{title}</h1>} action={<Button onClick={reset}>{retry}</Button>}>
        {text}
      </EmptyState>
    </Section>
  );
}
