'use client';

import { useId, useState, type KeyboardEvent } from 'react';
import { blankValue } from '@/lib/content/form/blank-value';
import type { FormField, JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/pointer';
import { defaultLanguage, type Language, languages } from '@/lib/language';
import { SchemaForm } from '../../../../_forms/schema-form';
import type { FormLabels } from '../../../../_forms/form-labels';
import { Badge } from '../../../../_ui/text/badge';
import { Button } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import styles from './language-panel.module.css';

export interface LanguageLabels { languages: string; names: Record<string, string>; missing: string; write: string; take_away: string; wrong: string }

interface LanguagePanelProps {
  fields: FormField[];
  texts: JsonValue;
  errors: Readonly<Record<string, string>>;
  form: FormLabels;
  labels: LanguageLabels;
  onChange: (lang: Language, value: JsonValue | undefined) => void;
}

/** A tab a language, with what is still missing said on the tab. */
export function LanguagePanel({ fields, texts, errors, form, labels, onChange }: LanguagePanelProps) {
  const id = useId();
  const [chosen, choose] = useState<Language>(defaultLanguage);
  const [seen, setSeen] = useState(errors);
  const isWrong = (name: Language) => Object.keys(errors).some((each) => each.startsWith(`texts.${name}.`));
  if (errors !== seen) {
    setSeen(errors);
    const wrong = languages.find(isWrong);
    if (wrong && !isWrong(chosen)) choose(wrong);
  }
  // Only the chosen tab is reached by Tab; within the tabs one moves by arrows.
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = languages[tabAfter(event, languages.indexOf(chosen))];
    if (!to) return;
    event.preventDefault();
    choose(to);
    focusTab(to);
  };
  const focusTab = (name: Language) => document.getElementById(`${id}-${name}`)?.focus();
  /** The button that was pressed goes with what it changes. */
  const writeWhole = (next: JsonValue | undefined) => {
    focusTab(chosen);
    onChange(chosen, next);
  };
  const field = fields.find(({ name }) => name === chosen);
  const value = valueAt(texts, [chosen]);
  return (
    <section className={styles.panel}>
      <div role="tablist" aria-label={labels.languages} className={styles.tabs} onKeyDown={move}>
        {languages.map((name) => (
          <button
            key={name} type="button" role="tab" id={`${id}-${name}`} aria-selected={name === chosen} aria-controls={`${id}-panel`} tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {labels.names[name] ?? name} <Mark missing={valueAt(texts, [name]) === undefined} wrong={isWrong(name)} labels={labels} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {field && value === undefined && (
          <Card><Button variant="secondary" icon="plus" onClick={() => writeWhole(blankValue(field.node))}>{labels.write}</Button></Card>
        )}
        {field && value !== undefined && (
          <Card className={styles.form}>
            <SchemaForm node={field.node} label={labels.names[chosen] ?? chosen} value={value} errors={errors} labels={form} lang={chosen} at={['texts', chosen]} onChange={(next) => onChange(chosen, next)} />
            {!field.required && <Button variant="quiet" size="small" icon="trash" onClick={() => writeWhole(undefined)}>{labels.take_away}</Button>}
          </Card>
        )}
      </div>
    </section>
  );
}

/** Where the key leads from a tab, around the ends; -1 where it leads nowhere. */
function tabAfter({ key, currentTarget }: KeyboardEvent, at: number): number {
  const count = languages.length;
  const [forward, back] = getComputedStyle(currentTarget).direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const places: Record<string, number> = { [forward]: (at + 1) % count, [back]: (at + count - 1) % count, Home: 0, End: count - 1 };
  return places[key] ?? -1;
}

function Mark({ missing, wrong, labels }: { missing: boolean; wrong: boolean; labels: LanguageLabels }) {
  if (wrong) return <Badge tone="danger">{labels.wrong}</Badge>;
  return missing ? <Badge tone="notice">{labels.missing}</Badge> : null;
}
