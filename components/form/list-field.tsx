'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import type { FormField, FormNode, JsonValue } from '@/lib/content/form/form-node';
import { blankValue, dottedPath, valueAt } from '@/lib/content/form/values';
import type { Language } from '@/lib/language';
import { Field, FieldError } from './field';
import { type FormLabels, ownText } from './form-labels';
import { MoveButtons } from './move-buttons';
import type { NodeProps } from './node-props';
import listFieldStyles from './list-field.module.css';
import styles from './schema-form.module.css';

type ListNode = Extract<FormNode, { kind: 'list' }>;

const minItemsForSearch = 8;

const matchesSearch = (item: JsonValue, searchText: string): boolean =>
  JSON.stringify(item).toLowerCase().includes(searchText.trim().toLowerCase());

export function ListField({ node, path, label, help, value, ...shared }: NodeProps<ListNode>) {
  const { labels, errors, onChange } = shared;
  const items = Array.isArray(value) ? value : [];
  const name = dottedPath(path);
  const { list, keys, announcement, moveItem, moveItemBy, addItem, removeItem, isNew } = useItems(
    items,
    label,
    labels,
    (next) => onChange(path, next),
  );
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);
  const [searchText, setSearchText] = useState('');
  const [unmatched, setUnmatched] = useState<ReadonlySet<number | undefined>>(new Set());
  /** Match only when the search text changes: an item that is being edited must not disappear. */
  const searchItems = (text: string) => {
    setSearchText(text);
    setUnmatched(new Set(keys.filter((_, index) => !matchesSearch(items[index] ?? null, text))));
  };
  const canSearch = isLong(node.item) && items.length >= minItemsForSearch;
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {help && <p className={styles.help}>{help}</p>}
      <FieldError id={`${shared.idPrefix}-${name}`} error={errors[name]} />
      {canSearch && (
        <Field
          id={`search-${name}`}
          name={`search-${name}`}
          type="search"
          label={labels.search}
          value={searchText}
          onChange={(event) => searchItems(event.target.value)}
        />
      )}
      <ol ref={list} className={styles.items}>
        {items.map((item, index) => (
          <li
            key={keys[index] ?? index}
            className={isSimple(node.item) ? styles.line : styles.item}
            id={`${shared.idPrefix}-${dottedPath([...path, index])}-item`}
            hidden={canSearch && unmatched.has(keys[index])}
            data-over={(drag?.over === index && drag.from !== index) || undefined}
            onDragOver={(event) => {
              if (!drag) return;
              event.preventDefault();
              if (drag.over !== index) setDrag({ ...drag, over: index });
            }}
            onDrop={(event) => {
              if (!drag) return;
              event.preventDefault();
              event.stopPropagation();
              moveItem(drag.from, index);
              setDrag(null);
            }}
          >
            <ListItem
              {...shared}
              node={node.item}
              path={path}
              item={item}
              index={index}
              isFolded={items.length > 1 && !isNew(index)}
            />
            <ItemTools
              labels={labels}
              name={`${label} ${index + 1}`}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              onDragStart={() => setDrag({ from: index, over: index })}
              onDragEnd={() => setDrag(null)}
              onMove={(by) => moveItemBy(index, by)}
              onRemove={() => removeItem(index)}
            />
          </li>
        ))}
      </ol>
      {/* Must follow the list: the focus moves here when the last item is removed. */}
      <Button
        variant="secondary"
        size="small"
        icon="plus"
        aria-disabled={node.max !== undefined && items.length >= node.max}
        onClick={() => {
          searchItems('');
          addItem(blankValue(node.item));
        }}
      >
        {labels.add}
      </Button>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </fieldset>
  );
}

interface Props extends Omit<NodeProps, 'label' | 'help' | 'required' | 'value'> {
  item: JsonValue;
  index: number;
  isFolded: boolean;
}

function ListItem({ node, path, item, index, isFolded, control: Control, ...shared }: Props) {
  const { labels, errors } = shared;
  const itemPath = [...path, index];
  const name = `${labels.item} ${index + 1}`;
  const only = findOnlyField(node);
  if (only)
    return (
      <Control
        {...shared}
        node={only.node}
        path={[...itemPath, only.name]}
        label={name}
        required={only.required}
        value={valueAt(item, [only.name])}
      />
    );
  const head = nameOf(headOf(item, labels.lang), labels) ?? name;
  const control = <Control {...shared} node={node} path={itemPath} label={head} required value={item} />;
  if (!isLong(node)) return control;
  const isWrong = Object.keys(errors).some((field) => field.startsWith(`${dottedPath(itemPath)}.`));
  return (
    <details className={listFieldStyles.fold} open={isWrong || !isFolded}>
      <summary>
        <bdi>{head}</bdi>
      </summary>
      {control}
    </details>
  );
}

const maxFieldsUnfolded = 4;

const isLong = (node: FormNode): boolean =>
  (node.kind === 'group' || node.kind === 'variants') && fieldsIn(node) > maxFieldsUnfolded;

function fieldsIn(node: FormNode): number {
  switch (node.kind) {
    case 'group':
      return node.fields.reduce((sum, field) => sum + fieldsIn(field.node), 0);
    case 'list':
      return maxFieldsUnfolded;
    case 'variants':
      return Math.max(...node.variants.map((variant) => fieldsIn(variant.node)));
    case 'fixed':
      return 0;
    default:
      return node.kind === 'text' && node.format === 'html' ? maxFieldsUnfolded : 1;
  }
}

const isSimple = (node: FormNode): boolean => isLine(node) || findOnlyField(node) !== null;

const isLine = (node: FormNode): boolean => ['text', 'number', 'choice'].includes(node.kind);

function findOnlyField(node: FormNode): FormField | null {
  const field = node.kind === 'group' && node.fields.length === 1 ? node.fields[0] : undefined;
  return field && isLine(field.node) ? field : null;
}

const nameOf = (name: string | null, labels: FormLabels): string | null =>
  name === null ? null : (ownText(labels.labels, name) ?? ownText(labels.messages, name) ?? name);

function headOf(item: JsonValue, lang: Language): string | null {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return null;
  const names = ['title', 'name', 'departmentName', 'packageName', 'key', 'fileName', 'label', 'text'].map(
    (each) => valueAt(item, [each, lang]) ?? item[each],
  );
  return names.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

interface ItemToolsProps {
  labels: FormLabels;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onRemove: () => void;
}

function ItemTools({ labels, name, isFirst, isLast, onMove, onDragStart, onDragEnd, onRemove }: ItemToolsProps) {
  return (
    <MoveButtons
      className={styles.tools}
      labels={{ up: labels.move_up, down: labels.move_down }}
      name={name}
      isFirst={isFirst}
      isLast={isLast}
      onMove={onMove}
    >
      <span
        draggable="true"
        className={styles.handle}
        title={labels.drag}
        aria-hidden="true"
        onDragEnd={onDragEnd}
        onDragStart={(event) => {
          event.stopPropagation();
          event.dataTransfer.effectAllowed = 'move';
          // Firefox only drags elements with data.
          event.dataTransfer.setData('application/x-list-item', name);
          onDragStart();
        }}
      >
        <Icon name="menu" size={18} />
      </span>
      <button
        type="button"
        aria-label={`${labels.remove}: ${name}`}
        title={labels.remove}
        className={styles.remove}
        onClick={onRemove}
      >
        <Icon name="trash" size={18} />
      </button>
    </MoveButtons>
  );
}

interface ItemLabels {
  readonly item: string;
  readonly move_up: string;
  readonly move_down: string;
  readonly remove: string;
}

function useItems(items: readonly JsonValue[], label: string, texts: ItemLabels, write: (next: JsonValue[]) => void) {
  const [keys, setKeys] = useState<readonly number[]>(() => items.map((_, index) => index));
  const [initialLength] = useState(items.length);
  const nextKey = Math.max(initialLength - 1, ...keys) + 1;
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string[]>([]);
  if (keys.length !== items.length) setKeys(items.map((_, index) => keys[index] ?? nextKey + index));
  // Browsers drop the focus of an element that is removed or moved.
  useLayoutEffect(() => {
    if (focused.current.length === 0) return;
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [aria-disabled="true"])') ?? []),
    ];
    const button =
      focused.current.map((name) => buttons.find((each) => each.ariaLabel === name)).find(Boolean) ??
      list.current?.nextElementSibling;
    focused.current = [];
    if (button instanceof HTMLElement) button.focus();
  });
  const moveItem = (from: number, to: number) => {
    const [item, key] = [items[from], keys[from]];
    if (item === undefined || key === undefined || to < 0 || to >= items.length || to === from) return;
    setKeys(keys.toSpliced(from, 1).toSpliced(to, 0, key));
    write(items.toSpliced(from, 1).toSpliced(to, 0, item));
    setAnnouncement(`${texts.item} ${from + 1} → ${to + 1}`);
  };
  const moveItemBy = (from: number, by: 1 | -1) => {
    const names = [texts.move_up, texts.move_down].map((verb) => `${verb}: ${label} ${from + by + 1}`);
    focused.current = by === 1 ? names.reverse() : names;
    moveItem(from, from + by);
  };
  const addItem = (item: JsonValue) => {
    setKeys([...keys, nextKey]);
    write([...items, item]);
  };
  const removeItem = (index: number) => {
    focused.current = [index + 1, index].map((number) => `${texts.remove}: ${label} ${number}`);
    setKeys(keys.toSpliced(index, 1));
    write(items.toSpliced(index, 1));
  };
  const isNew = (index: number): boolean => (keys[index] ?? 0) >= initialLength;
  return { list, keys, announcement, moveItem, moveItemBy, addItem, removeItem, isNew };
}
