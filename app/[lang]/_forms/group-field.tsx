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
  const control = <Control {...props} node={field.node} path={path} label={label} help={labels.help[field.name] ?? field.help} required={field.required} value={value} />;
  if (field.required || !isBox(field)) return control;
  const isSet = value !== undefined && value !== null;
  const verb = isSet ? labels.clear : labels.set;
  // One button for both, before what it opens: it keeps the focus.
  return (
    <div className={styles.optional}>
      <div className={styles.missing}>
        {!isSet && <span>{label}: {labels.not_set}</span>}
        <Button
          variant="quiet" size="small" icon={isSet ? 'trash' : 'plus'} aria-label={`${verb}: ${label}`}
          onClick={() => onChange(path, isSet ? undefined : blankValue(field.node))}
        >
          {verb}
        </Button>
      </div>
      {isSet && control}
    </div>
  );
}
