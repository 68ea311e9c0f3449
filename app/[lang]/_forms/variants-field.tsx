'use client';

import { blankValue } from '@/lib/content/form/blank-value';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { dottedOf, valueAt } from '@/lib/content/form/pointer';
import { Select } from '../_ui/form/select';
import { GroupField } from './group-field';
import type { NodeProps } from './node-props';
import styles from './schema-form.module.css';

type VariantsNode = Extract<FormNode, { kind: 'variants' }>;

/** One of several shapes, distinguished by one field; a change of kind preserves what both have. */
export function VariantsField({ node, ...props }: NodeProps<VariantsNode>) {
  const { path, value, labels, onChange } = props;
  const kind = valueAt(value, [node.by]);
  const variant = node.variants.find(({ name }) => name === kind) ?? node.variants[0];
  if (!variant) return null;
  const choose = (name: string) => {
    const chosen = node.variants.find((each) => each.name === name);
    if (chosen) onChange(path, merged(blankValue(chosen.node), value, chosen.node.fields.map((field) => field.name), node.by));
  };
  return (
    <div className={styles.variants}>
      <Select name={dottedOf([...path, node.by])} id={`field-${dottedOf([...path, node.by])}`} label={labels.kind} value={variant.name} onChange={(event) => choose(event.target.value)}>
        {node.variants.map(({ name }) => <option key={name} value={name}>{labels.labels[name] ?? name}</option>)}
      </Select>
      <GroupField {...props} node={variant.node} bare />
    </div>
  );
}

function merged(blank: JsonValue, before: JsonValue | undefined, names: string[], by: string): JsonValue {
  if (blank === null || typeof blank !== 'object' || Array.isArray(blank)) return blank;
  const shared = names.filter((name) => name !== by).flatMap((name) => {
    const value = valueAt(before, [name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...blank, ...Object.fromEntries(shared) };
}
