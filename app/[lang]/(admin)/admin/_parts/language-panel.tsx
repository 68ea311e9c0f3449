'use client';

import { useId, useState } from 'react';
import { blankValue } from '@/lib/content/form/blank-value';
import type { FormField, JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/pointer';
import { defaultLanguage, directionOf, type Language, languages } from '@/lib/language';
import { SchemaForm } from '../../../_forms/schema-form';
import type { FormWords } from '../../../_forms/form-words';
import { Badge } from '../../../_ui/badge';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/card';
import { HtmlPreview } from './html-preview';
import styles from './language-panel.module.css';

export interface LanguageWords { languages: string; names: Record<string, string>; missing: string; write: string; take_away: string; preview: string; preview_empty: string; wrong: string }

interface LanguagePanelProps {
  fields: FormField[];
  texts: JsonValue;
  errors: Readonly<Record<string, string>>;
  previewOf: string;
  form: FormWords;
  words: LanguageWords;
  onChange: (lang: Language, value: JsonValue | undefined) => void;
}

/** A tab a language, with what is still missing said on the tab; beside the words what a reader will see. */
export function LanguagePanel({ fields, texts, errors, previewOf, form, words, onChange }: LanguagePanelProps) {
  const id = useId();
  const [chosen, choose] = useState<Language>(defaultLanguage);
  const field = fields.find(({ name }) => name === chosen);
  const value = valueAt(texts, [chosen]);
  const html = valueAt(value, [previewOf]);
  return (
    <section className={styles.panel}>
      <div role="tablist" aria-label={words.languages} className={styles.tabs}>
        {languages.map((name) => (
          <button key={name} type="button" role="tab" id={`${id}-${name}`} aria-selected={name === chosen} aria-controls={`${id}-panel`} onClick={() => choose(name)}>
            {words.names[name] ?? name} <Mark missing={valueAt(texts, [name]) === undefined} wrong={Object.keys(errors).some((each) => each.startsWith(`texts.${name}.`))} words={words} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className={styles.columns}>
        {field && value === undefined && (
          <Card><Button variant="secondary" icon="plus" onClick={() => onChange(chosen, blankValue(field.node))}>{words.write}</Button></Card>
        )}
        {field && value !== undefined && (
          <Card className={styles.form}>
            <div dir={directionOf(chosen)}>
              <SchemaForm node={field.node} label={words.names[chosen] ?? chosen} value={value} errors={errors} words={form} lang={chosen} at={['texts', chosen]} onChange={(next) => onChange(chosen, next)} />
            </div>
            {!field.required && <Button variant="quiet" size="small" icon="trash" onClick={() => onChange(chosen, undefined)}>{words.take_away}</Button>}
          </Card>
        )}
        {typeof html === 'string' && <HtmlPreview html={html} lang={chosen} title={words.preview} empty={words.preview_empty} />}
      </div>
    </section>
  );
}

function Mark({ missing, wrong, words }: { missing: boolean; wrong: boolean; words: LanguageWords }) {
  if (wrong) return <Badge tone="danger">{words.wrong}</Badge>;
  return missing ? <Badge tone="notice">{words.missing}</Badge> : null;
}
