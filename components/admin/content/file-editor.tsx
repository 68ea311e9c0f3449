'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { FormLabels } from '@/components/form/form-labels';
import { SchemaForm } from '@/components/form/schema-form';
import { Card } from '@/components/layout/card';
import { callJson, errorText } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { directionOf, type Language } from '@/lib/language';
import styles from './editor.module.css';

interface FileEditorProps {
  url: string;
  title: string;
  node: FormNode;
  initial: JsonValue;
  lang?: Language | undefined;
  form: FormLabels;
  labels: Record<'save' | 'saving' | 'saved' | 'failed' | 'unreachable', string>;
}
type State = { kind: 'idle' | 'busy' | 'saved' } | { kind: 'failed'; title: string; errors: Record<string, string> };

export function FileEditor({ url, title, node, initial, lang, form, labels }: FileEditorProps) {
  const router = useRouter();
  const [value, setValue] = useState(initial);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const save = async () => {
    setState({ kind: 'busy' });
    const outcome = await callJson({ method: 'POST', url, body: { id: '', data: value } });
    if (outcome.ok) {
      setState({ kind: 'saved' });
      router.refresh();
      return;
    }
    const hasFields = Object.keys(outcome.errors).length > 0;
    setState({
      kind: 'failed',
      title: hasFields ? labels.failed : errorText(outcome, labels),
      errors: outcome.errors,
    });
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
        <Notice tone="danger" alert title={state.title}>
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
