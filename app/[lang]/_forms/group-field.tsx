'use client';

import { blankValue } from '@/lib/content/form/blank-value';
import type { FormField, GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/pointer';
import { Button } from '../_ui/button';
import { labelOf } from './form-labels';
import type { NodeProps } from './node-props';
import styles from './schema-form.module.css';

export function GroupField({ node, bare, ...props }: NodeProps<GroupNode> & { bare?: boolean }) {
  const fields = node.fields.map((field) => <GroupPart key={field.name} {...props} field={field} />);
  if (bare) return <>{fields}</>;
  return (
    <fieldset className={styles.group}>
      <legend>{props.label}</legend>
      {props.help && <p className={styles.help}>{props.help}</p>}
      {fields}
    </fieldset>
  );
}

const isBox = (field: FormField): boolean => field.node.kind === 'group' || field.node.kind === 'variants';

function GroupPart({ field, control: Control, ...props }: Omit<NodeProps, 'node'> & { field: FormField }) {
  const { labels, onChange } = props;
  const path = [...props.path, field.name];
  const value: JsonValue | undefined = valueAt(props.value, [field.name]);
  const label = field.label ?? labelOf(field.name, labels);
  const missing = !field.required && isBox(field) && (value === undefined || value === null);
  if (missing) {
    return (
      <div className={styles.missing}>
        <span>{label}: {labels.not_set}</span>
        <Button variant="quiet" size="small" icon="plus" onClick={() => onChange(path, blankValue(field.node))}>{labels.set}</Button>
      </div>
    );
  }
  return <Control {...props} node={field.node} path={path} label={label} help={labels.help[field.name] ?? field.help} required={field.required} value={value} />;
}
