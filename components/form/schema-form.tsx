'use client';

import { useCallback, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { FormField, FormNode, GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { blankValue, dottedPath, type Path, valueAt, withValueAt } from '@/lib/content/form/values';
import { isLanguage, type Language } from '@/lib/language';
import { ChoiceControl, ChoicesControl, NumberControl, SwitchControl, TextControl } from './controls';
import { Field, FieldError, Select } from './field';
import { FieldRow } from './form';
import { type FormLabels, labelOf, ownText } from './form-labels';
import { ListField } from './list-field';
import type { CustomFields, NodeProps } from './node-props';
import styles from './schema-form.module.css';

interface SchemaFormProps {
  node: FormNode;
  label: string;
  value: JsonValue;
  errors?: Readonly<Record<string, string>>;
  labels: FormLabels;
  lang?: Language;
  at?: Path;
  /** Keeps ids apart on a page with several forms. */
  idPrefix?: string;
  custom?: CustomFields;
  onChange: (value: JsonValue) => void;
}

const noErrors = {};
const atRoot: Path = [];
const noCustomFields: CustomFields = {};

export function SchemaForm({
  node,
  label,
  value,
  errors = noErrors,
  labels,
  lang,
  at = atRoot,
  idPrefix = 'field',
  custom = noCustomFields,
  onChange,
}: SchemaFormProps) {
  const change = useCallback(
    (path: Path, next: JsonValue | undefined) => {
      const nextValue = withValueAt(value, path.slice(at.length), next);
      if (nextValue !== null) onChange(nextValue);
    },
    [value, at, onChange],
  );
  return (
    <div className={styles.form} lang={lang}>
      <NodeField
        node={node}
        path={at}
        label={label}
        required
        value={value}
        errors={errors}
        labels={labels}
        lang={lang}
        idPrefix={idPrefix}
        custom={custom}
        onChange={change}
        bare
      />
    </div>
  );
}

function NodeField({ bare = false, ...given }: Omit<NodeProps, 'control'> & { bare?: boolean }) {
  const props = { ...given, control: NodeField };
  const { node } = props;
  switch (node.kind) {
    case 'text':
      return <TextControl {...props} node={node} />;
    case 'number':
      return <NumberControl {...props} node={node} />;
    case 'boolean':
      return <SwitchControl {...props} node={node} />;
    case 'choice':
      return <ChoiceControl {...props} node={node} />;
    case 'choices':
      return <ChoicesControl {...props} node={node} />;
    case 'fixed':
      return null;
    case 'list':
      return <ListField {...props} node={node} />;
    case 'group':
      return <GroupField {...props} node={node} bare={bare} />;
    case 'map':
      return <MapField {...props} node={node} />;
    case 'variants':
      return <VariantsField {...props} node={node} />;
    case 'json':
      return <FreeField {...props} node={node} />;
  }
}

type VariantsNode = Extract<FormNode, { kind: 'variants' }>;

function VariantsField({ node, ...props }: NodeProps<VariantsNode>) {
  const { path, value, labels, onChange } = props;
  const kind = valueAt(value, [node.by]);
  const variant = node.variants.find(({ name }) => name === kind) ?? node.variants[0];
  if (!variant) return null;
  const choose = (name: string) => {
    const chosen = node.variants.find((each) => each.name === name);
    if (chosen)
      onChange(
        path,
        keepSharedValues(
          blankValue(chosen.node),
          value,
          chosen.node.fields.map((field) => field.name),
          node.by,
        ),
      );
  };
  return (
    <div className={styles.variants}>
      <Select
        name={dottedPath([...path, node.by])}
        id={`${props.idPrefix}-${dottedPath([...path, node.by])}`}
        label={labels.kind}
        value={variant.name}
        onChange={(event) => choose(event.target.value)}
      >
        {node.variants.map(({ name }) => (
          <option key={name} value={name}>
            {labels.labels[name] ?? name}
          </option>
        ))}
      </Select>
      <GroupField {...props} node={variant.node} bare />
    </div>
  );
}

function keepSharedValues(blank: JsonValue, before: JsonValue | undefined, names: string[], by: string): JsonValue {
  if (blank === null || typeof blank !== 'object' || Array.isArray(blank)) return blank;
  const shared = names
    .filter((name) => name !== by)
    .flatMap((name) => {
      const value = valueAt(before, [name]);
      return value === undefined ? [] : [[name, value] as const];
    });
  return { ...blank, ...Object.fromEntries(shared) };
}

function GroupField({ node, bare, ...props }: NodeProps<GroupNode> & { bare?: boolean }) {
  const part = (field: FormField) => {
    const Custom = ownField(props.custom, field.name);
    return Custom ? (
      <Custom key={field.name} {...props} field={field} fields={node.fields} />
    ) : (
      <GroupPart key={field.name} {...props} isLocalised={node.isLocalised} field={field} />
    );
  };
  const fields = groupIntoRows(node.fields).map((row) =>
    row.length === 1 ? row.map(part) : <FieldRow key={row[0]?.row}>{row.map(part)}</FieldRow>,
  );
  if (bare || node.isLocalised) return <>{fields}</>;
  return (
    <fieldset className={styles.group}>
      <legend>{props.label}</legend>
      {props.help && <p className={styles.help}>{props.help}</p>}
      {fields}
    </fieldset>
  );
}

const ownField = (custom: CustomFields, name: string) => (Object.hasOwn(custom, name) ? custom[name] : undefined);

function groupIntoRows(fields: readonly FormField[]): FormField[][] {
  return fields.reduce<FormField[][]>((rows, field) => {
    const last = rows.at(-1);
    if (last && field.row !== undefined && last[0]?.row === field.row) last.push(field);
    else rows.push([field]);
    return rows;
  }, []);
}

const isBox = (field: FormField): boolean => field.node.kind === 'group' || field.node.kind === 'variants';

interface GroupPartProps extends Omit<NodeProps, 'node'> {
  field: FormField;
  isLocalised?: true | undefined;
}

function GroupPart({ field, isLocalised, control: Control, ...props }: GroupPartProps) {
  const { labels, onChange } = props;
  const path = [...props.path, field.name];
  const value: JsonValue | undefined = valueAt(props.value, [field.name]);
  const ownLabel = field.label ?? labelOf(field.name, labels);
  const label = isLocalised ? `${props.label} (${ownLabel})` : ownLabel;
  const control = (
    <Control
      {...props}
      node={field.node}
      path={path}
      label={label}
      lang={isLocalised && isLanguage(field.name) ? field.name : props.lang}
      help={labels.help[field.name] ?? field.help}
      required={field.required}
      value={value}
    />
  );
  if (field.required || !isBox(field)) return control;
  const isSet = value !== undefined && value !== null;
  const verb = isSet ? labels.clear : labels.set;
  // Use one button to set and clear the value, so that it keeps the focus.
  return (
    <div className={styles.optional}>
      <div className={styles.missing}>
        {!isSet && (
          <span>
            {label}: {labels.not_set}
          </span>
        )}
        <Button
          variant="quiet"
          size="small"
          icon={isSet ? 'trash' : 'plus'}
          aria-label={`${verb}: ${label}`}
          onClick={() => onChange(path, isSet ? undefined : blankValue(field.node))}
        >
          {verb}
        </Button>
      </div>
      {isSet && control}
    </div>
  );
}

type MapNode = Extract<FormNode, { kind: 'map' }>;

function MapField({
  node,
  path,
  label,
  help,
  value,
  errors,
  labels,
  onChange,
  control: Control,
  ...shared
}: NodeProps<MapNode>) {
  const id = useId();
  const [name, setName] = useState('');
  const newEntry = useRef<HTMLInputElement>(null);
  const entries = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
  const readableErrors = Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field,
      text.replace(/--[\w-]+/g, (key) => ownText(labels.labels, key) ?? key),
    ]),
  );
  const add = () => {
    if (name.trim() === '' || entries.some(([known]) => known === name.trim())) return;
    onChange([...path, name.trim()], blankValue(node.value));
    setName('');
  };
  const remove = (key: string) => {
    onChange([...path, key], undefined);
    newEntry.current?.focus();
  };
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {help && <p className={styles.help}>{help}</p>}
      <FieldError id={`${shared.idPrefix}-${dottedPath(path)}`} error={errors[dottedPath(path)]} />
      {entries.map(([key, each]) => (
        <div key={key} className={styles.line}>
          <Control
            {...shared}
            node={node.value}
            path={[...path, key]}
            label={ownText(labels.labels, key) ?? key}
            required
            value={each}
            errors={readableErrors}
            labels={labels}
            onChange={onChange}
          />
          <div className={styles.tools}>
            <button
              type="button"
              aria-label={`${labels.remove}: ${ownText(labels.labels, key) ?? key}`}
              title={labels.remove}
              className={styles.remove}
              onClick={() => remove(key)}
            >
              <Icon name="trash" size={18} />
            </button>
          </div>
        </div>
      ))}
      <div className={styles.newEntry}>
        <Field
          ref={newEntry}
          id={`${id}-name`}
          name="new-entry"
          label={labels.entry_name}
          latin
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button variant="secondary" size="small" icon="plus" onClick={add}>
          {labels.add}
        </Button>
      </div>
    </fieldset>
  );
}

type FreeNode = Extract<FormNode, { kind: 'json' }>;

function FreeField({ control: Control, ...props }: NodeProps<FreeNode>) {
  return <Control {...props} node={inferNode(props.value)} />;
}

export function inferNode(value: JsonValue | undefined): Exclude<FormNode, FreeNode> {
  if (Array.isArray(value))
    return {
      kind: 'list',
      item: value[0] === undefined ? { kind: 'text', format: 'plain', nullable: false } : inferNode(value[0]),
    };
  if (typeof value === 'object' && value !== null) {
    return {
      kind: 'group',
      fields: Object.entries(value).map(([name, each]) => ({
        name,
        required: true,
        label: name,
        node: inferNode(each),
      })),
    };
  }
  if (typeof value === 'number') return { kind: 'number', integer: false, nullable: false };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  return {
    kind: 'text',
    format: typeof value === 'string' && value.length > 90 ? 'long' : 'plain',
    nullable: value === null,
  };
}
