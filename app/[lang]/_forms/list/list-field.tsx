'use client';

import { useState } from 'react';
import { blankValue } from '@/lib/content/form/blank-value';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { dottedOf } from '@/lib/content/form/pointer';
import { Button } from '../../_ui/button';
import { Field } from '../../_ui/form/field';
import { FieldError } from '../../_ui/form/field-frame';
import { VisuallyHidden } from '../../_ui/text/visually-hidden';
import type { NodeProps } from '../node-props';
import styles from '../schema-form.module.css';
import { ItemTools } from './item-tools';
import { isLong, isSimple, ListItem } from './list-item';
import { useItems } from './use-items';

type ListNode = Extract<FormNode, { kind: 'list' }>;

/** From this many long records on, one is looked for by its words. */
const searchedFrom = 8;

const says = (item: JsonValue, sought: string): boolean => JSON.stringify(item).toLowerCase().includes(sought.trim().toLowerCase());

/** A list whose items are added, taken out and moved, by pointer or by keyboard. */
export function ListField({ node, path, label, help, value, ...shared }: NodeProps<ListNode>) {
  const { labels, errors, onChange } = shared;
  const items = Array.isArray(value) ? value : [];
  const name = dottedOf(path);
  const { list, keys, said, move, step, add, remove, isNew } = useItems(items, label, labels, (next) => onChange(path, next));
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);
  const [sought, seek] = useState('');
  const canSearch = isLong(node.item) && items.length >= searchedFrom;
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {help && <p className={styles.help}>{help}</p>}
      <FieldError id={`field-${name}`} error={errors[name]} />
      {canSearch && <Field id={`search-${name}`} name={`search-${name}`} type="search" label={labels.search} value={sought} onChange={(event) => seek(event.target.value)} />}
      <ol ref={list} className={styles.items}>
        {items.map((item, index) => (
          <li
            key={keys[index] ?? index} className={isSimple(node.item) ? styles.line : styles.item} id={`field-${dottedOf([...path, index])}-item`}
            hidden={canSearch && !says(item, sought)} data-over={(drag?.over === index && drag.from !== index) || undefined}
            onDragOver={(event) => {
              if (!drag) return;
              event.preventDefault();
              if (drag.over !== index) setDrag({ ...drag, over: index });
            }}
            onDrop={(event) => {
              if (!drag) return;
              event.preventDefault();
              event.stopPropagation();
              move(drag.from, index);
              setDrag(null);
            }}
          >
            <ListItem {...shared} node={node.item} path={path} item={item} index={index} isFolded={items.length > 1 && !isNew(index)} />
            <ItemTools
              labels={labels} name={`${label} ${index + 1}`} first={index === 0} last={index === items.length - 1}
              onDragStart={() => setDrag({ from: index, over: index })} onDragEnd={() => setDrag(null)} onMove={(by) => step(index, by)} onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      {/* Next to the list: the focus comes here when its last item is removed. */}
      <Button
        variant="secondary" size="small" icon="plus" aria-disabled={node.max !== undefined && items.length >= node.max}
        onClick={() => {
          seek('');
          add(blankValue(node.item));
        }}
      >
        {labels.add}
      </Button>
      <VisuallyHidden><span role="status">{said}</span></VisuallyHidden>
    </fieldset>
  );
}
