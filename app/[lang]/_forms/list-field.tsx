'use client';

import { useState } from 'react';
import { blankValue } from '@/lib/content/form/blank-value';
import type { FormField, FormNode, JsonValue } from '@/lib/content/form/form-node';
import { dottedOf, valueAt } from '@/lib/content/form/pointer';
import { Button } from '../_ui/button';
import { FieldError } from '../_ui/form/field-frame';
import { VisuallyHidden } from '../_ui/text/visually-hidden';
import type { FormLabels } from './form-labels';
import { ItemTools } from './item-tools';
import type { NodeProps } from './node-props';
import styles from './schema-form.module.css';

type ListNode = Extract<FormNode, { kind: 'list' }>;

/** A list whose items are added, taken out and moved, by pointer or by keyboard. */
export function ListField({ node, path, label, help, value, errors, labels, lang, onChange, control: Control }: NodeProps<ListNode>) {
  const items = Array.isArray(value) ? value : [];
  const [said, say] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const write = (next: JsonValue[]) => onChange(path, next);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length) return;
    write(items.toSpliced(from, 1).toSpliced(to, 0, item));
    say(`${labels.item} ${from + 1} → ${to + 1}`);
  };
  const only = onlyField(node.item);
  const simple = isLine(node.item) || only !== null;
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {help && <p className={styles.help}>{help}</p>}
      <FieldError id={`field-${dottedOf(path)}`} error={errors[dottedOf(path)]} />
      <ol className={styles.items}>
        {items.map((item, index) => (
          <li
            key={index} className={simple ? styles.line : styles.item} id={`field-${dottedOf([...path, index])}-item`}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              event.stopPropagation();
              move(dragged, index);
              setDragged(null);
            }}
          >
            {only
              ? <Control node={only.node} path={[...path, index, only.name]} label={`${labels.item} ${index + 1}`} required={only.required} value={valueAt(item, [only.name])} errors={errors} labels={labels} lang={lang} onChange={onChange} />
              : <Control node={node.item} path={[...path, index]} label={nameOf(headOf(item), labels) ?? `${labels.item} ${index + 1}`} required value={item} errors={errors} labels={labels} lang={lang} onChange={onChange} />}
            <ItemTools
              labels={labels} name={`${label} ${index + 1}`} onDrag={(isDragged) => setDragged(isDragged ? index : null)} first={index === 0} last={index === items.length - 1}
              onMove={(by) => move(index, index + by)} onRemove={() => write(items.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <Button variant="secondary" size="small" icon="plus" disabled={node.max !== undefined && items.length >= node.max} onClick={() => write([...items, blankValue(node.item)])}>
        {labels.add}
      </Button>
      <VisuallyHidden><span role="status">{said}</span></VisuallyHidden>
    </fieldset>
  );
}

const isLine = (node: FormNode): boolean => ['text', 'number', 'choice'].includes(node.kind);

/** `[{content}]` is a list of lines to whoever fills it in: no frame around each, no name said twice. */
function onlyField(node: FormNode): FormField | null {
  const field = node.kind === 'group' && node.fields.length === 1 ? node.fields[0] : undefined;
  return field && isLine(field.node) ? field : null;
}

/** A choice is called by its label. */
const nameOf = (name: string | null, labels: FormLabels): string | null => (name === null ? null : (labels.labels[name] ?? name));

/** What an item calls itself, so that ten folded ones can be distinguished. */
function headOf(item: JsonValue): string | null {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return null;
  const name = ['title', 'name', 'departmentName', 'packageName', 'key', 'fileName', 'label'].map((each) => item[each]).find((text) => typeof text === 'string' && text !== '');
  return typeof name === 'string' ? name : null;
}
