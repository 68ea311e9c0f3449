'use client';

import { useCallback } from 'react';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { withValueAt, type Path } from '@/lib/content/form/pointer';
import type { Language } from '@/lib/language';
import type { FormLabels } from './form-labels';
import { NodeField } from './node-field';
import styles from './schema-form.module.css';

interface SchemaFormProps {
  node: FormNode;
  label: string;
  value: JsonValue;
  errors?: Readonly<Record<string, string>>;
  labels: FormLabels;
  lang?: Language;
  /** Goes before every field's id, where a page has several forms. */
  at?: Path;
  onChange: (value: JsonValue) => void;
}

const noErrors = {};
const atRoot: Path = [];

/** A form made from a zod schema (`formOf`); the caller holds the value and saves it. */
export function SchemaForm({ node, label, value, errors = noErrors, labels, lang, at = atRoot, onChange }: SchemaFormProps) {
  const change = useCallback(
    (path: Path, next: JsonValue | undefined) => {
      const whole = withValueAt(value, path.slice(at.length), next);
      if (whole !== null) onChange(whole);
    },
    [value, at, onChange],
  );
  return (
    <div className={styles.form} lang={lang}>
      <NodeField node={node} path={at} label={label} required value={value} errors={errors} labels={labels} lang={lang} onChange={change} bare />
    </div>
  );
}
