'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { directionOf, type Language } from '@/lib/language';
import { SchemaForm } from '@/components/form/schema-form';
import type { FormLabels } from '@/components/form/form-labels';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/layout/card';
import { Notice } from '@/components/ui/feedback/notice';
import styles from './editor.module.css';

interface FileEditorProps {
  url: string;
  title: string;
  node: FormNode;
  initial: JsonValue;
  lang?: Language | undefined;
  form: FormLabels;
  labels: { save: string; saving: string; saved: string; failed: string };
}
type State = { kind: 'idle' | 'busy' | 'saved' } | { kind: 'failed'; errors: Record<string, string> };

export function FileEditor({ url, title, node, initial, lang, form, labels }: FileEditorProps) {
  const router = useRouter();
  const [value, setValue] = useState(initial);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const save = async () => {
    setState({ kind: 'busy' });
    const errors = await post(url, value);
    setState(errors ? { kind: 'failed', errors } : { kind: 'saved' });
    if (!errors) router.refresh();
  };
  const change = (next: JsonValue) => {
    setValue(next);
    setState((before) => (before.kind === 'saved' ? { kind: 'idle' } : before));
  };
  const errors = state.kind === 'failed' ? state.errors : {};
  return (
    <Card as="section" className={styles.file} aria-label={title}>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <div dir={lang && directionOf(lang)}>
        <SchemaForm
          node={node}
          label={title}
          value={value}
          errors={errors}
          labels={form}
          {...(lang && { lang })}
          onChange={change}
        />
      </div>
      {state.kind === 'saved' && (
        <Notice tone="success" alert>
          {labels.saved}
        </Notice>
      )}
      {state.kind === 'failed' && (
        <Notice tone="danger" alert title={labels.failed}>
          {Object.entries(errors).map(([field, message]) => (
            <p key={field}>
              <bdi>
                {field}: {message}
              </bdi>
            </p>
          ))}
        </Notice>
      )}
      <div>
        <Button busy={state.kind === 'busy'} onClick={() => void save()}>
          {state.kind === 'busy' ? labels.saving : labels.save}
        </Button>
      </div>
    </Card>
  );
}

async function post(url: string, data: JsonValue): Promise<Record<string, string> | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: '', data }),
    });
    if (answer.ok) return null;
    const body = (await answer.json()) as { title?: string; errors?: Record<string, string[]> };
    return Object.fromEntries(
      Object.entries(body.errors ?? { '': [body.title ?? ''] }).map(([field, messages]) => [field, messages[0] ?? '']),
    );
  } catch (error) {
    return { '': String(error) };
  }
}
