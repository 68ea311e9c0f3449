'use client';

import { useId, useRef, useState } from 'react';
import { blankValue } from '@/lib/content/form/blank-value';
import type { FormNode } from '@/lib/content/form/form-node';
import { dottedOf } from '@/lib/content/form/pointer';
import { Button } from '../_ui/button';
import { Field } from '../_ui/form/field';
import { FieldError } from '../_ui/form/field-frame';
import { Icon } from '../_ui/icon';
import { ownText } from './form-labels';
import type { NodeProps } from './node-props';
import styles from './schema-form.module.css';

type MapNode = Extract<FormNode, { kind: 'map' }>;

/** Named values, such as colours or meta tags. */
export function MapField({ node, path, label, help, value, errors, labels, lang, onChange, control: Control }: NodeProps<MapNode>) {
  const id = useId();
  const [name, setName] = useState('');
  const newEntry = useRef<HTMLInputElement>(null);
  const entries = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  // What is wrong names entries as the file does.
  const named = Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, text.replace(/--[\w-]+/g, (key) => ownText(labels.labels, key) ?? key)]));
  const add = () => {
    if (name.trim() === '' || entries.some(([known]) => known === name.trim())) return;
    onChange([...path, name.trim()], blankValue(node.value));
    setName('');
  };
  /** The focus of the button that goes with the entry is not lost. */
  const remove = (key: string) => {
    onChange([...path, key], undefined);
    newEntry.current?.focus();
  };
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {help && <p className={styles.help}>{help}</p>}
      <FieldError id={`field-${dottedOf(path)}`} error={errors[dottedOf(path)]} />
      {entries.map(([key, each]) => (
        <div key={key} className={styles.line}>
          <Control node={node.value} path={[...path, key]} label={ownText(labels.labels, key) ?? key} required value={each} errors={named} labels={labels} lang={lang} onChange={onChange} />
          <div className={styles.tools}>
            <button type="button" aria-label={`${labels.remove}: ${ownText(labels.labels, key) ?? key}`} title={labels.remove} className={styles.remove} onClick={() => remove(key)}>
              <Icon name="trash" size={18} />
            </button>
          </div>
        </div>
      ))}
      <div className={styles.newEntry}>
        <Field ref={newEntry} id={`${id}-name`} name="new-entry" label={labels.entry_name} latin value={name} onChange={(event) => setName(event.target.value)} />
        <Button variant="secondary" size="small" icon="plus" onClick={add}>{labels.add}</Button>
      </div>
    </fieldset>
  );
}
