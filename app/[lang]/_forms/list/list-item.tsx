'use client';

import type { FormField, FormNode, JsonValue } from '@/lib/content/form/form-node';
import { dottedOf, valueAt } from '@/lib/content/form/pointer';
import type { Language } from '@/lib/language';
import { ownText, type FormLabels } from '../form-labels';
import type { NodeProps } from '../node-props';
import styles from './list-field.module.css';

interface Props extends Omit<NodeProps, 'label' | 'help' | 'required' | 'value'> { item: JsonValue; index: number; /** Folded until somebody opens it, or it has a mistake. */ isFolded: boolean }

/** One item of a list: a line, a record, or a long record that is folded, so that a list of them can be looked over. */
export function ListItem({ node, path, item, index, isFolded, control: Control, ...shared }: Props) {
  const { labels, errors } = shared;
  const at = [...path, index];
  const name = `${labels.item} ${index + 1}`;
  const only = onlyField(node);
  if (only) return <Control {...shared} node={only.node} path={[...at, only.name]} label={name} required={only.required} value={valueAt(item, [only.name])} />;
  const head = nameOf(headOf(item, labels.lang), labels) ?? name;
  const control = <Control {...shared} node={node} path={at} label={head} required value={item} />;
  if (!isLong(node)) return control;
  const isWrong = Object.keys(errors).some((field) => field.startsWith(`${dottedOf(at)}.`));
  return (
    <details className={styles.fold} open={isWrong || !isFolded}>
      <summary><bdi>{head}</bdi></summary>
      {control}
    </details>
  );
}

const mostFields = 4;

export const isLong = (node: FormNode): boolean => (node.kind === 'group' || node.kind === 'variants') && fieldsIn(node) > mostFields;

function fieldsIn(node: FormNode): number {
  switch (node.kind) {
    case 'group':
      return node.fields.reduce((sum, field) => sum + fieldsIn(field.node), 0);
    case 'list':
      return mostFields;
    case 'variants':
      return Math.max(...node.variants.map((variant) => fieldsIn(variant.node)));
    case 'fixed':
      return 0;
    default:
      return node.kind === 'text' && node.format === 'html' ? mostFields : 1;
  }
}

/** Without a frame and tools of its own height. */
export const isSimple = (node: FormNode): boolean => isLine(node) || onlyField(node) !== null;

const isLine = (node: FormNode): boolean => ['text', 'number', 'choice'].includes(node.kind);

/** `[{content}]` is a list of lines to whoever fills it in: no frame around each, no name said twice. */
function onlyField(node: FormNode): FormField | null {
  const field = node.kind === 'group' && node.fields.length === 1 ? node.fields[0] : undefined;
  return field && isLine(field.node) ? field : null;
}

/** A choice is called by its label, a text of the interface by what it says. */
const nameOf = (name: string | null, labels: FormLabels): string | null => (name === null ? null : (ownText(labels.labels, name) ?? ownText(labels.messages, name) ?? name));

/** What an item calls itself, so that ten folded ones can be distinguished. */
function headOf(item: JsonValue, lang: Language): string | null {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return null;
  const names = ['title', 'name', 'departmentName', 'packageName', 'key', 'fileName', 'label', 'text'].map((each) => valueAt(item, [each, lang]) ?? item[each]);
  return names.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}
