'use client';

import { useState } from 'react';
import type { FormNode } from '@/lib/content/form/form-node';
import { dottedOf } from '@/lib/content/form/pointer';
import { numberText, typedNumber } from '@/lib/numbers';
import { Checkbox } from '../_ui/form/checkbox';
import { Field } from '../_ui/form/field';
import { describedBy, FieldError } from '../_ui/form/field-frame';
import { Select } from '../_ui/form/select';
import { TextArea } from '../_ui/form/text-area';
import { ownText } from './form-labels';
import type { NodeProps } from './node-props';
import { PictureControl } from './picture/picture-control';
import { RichTextField } from './rich-text/rich-text-field';
import styles from './schema-form.module.css';
import { TimeField } from './time-field';

type Of<Kind extends FormNode['kind']> = NodeProps<Extract<FormNode, { kind: Kind }>>;

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What label, help and error of a control are made from. */
function frameOf({ node, path, label, help, required: wanted, errors }: Omit<NodeProps, 'control'>) {
  const name = dottedOf(path);
  const required = wanted && !('nullable' in node && node.nullable);
  return { name, id: `field-${name}`, label, help, required, error: errors[name] };
}

export function TextControl(props: Of<'text'>) {
  const { node, path, value, required, lang, onChange } = props;
  const write = (text: string) => onChange(path, text === '' && node.nullable ? null : text === '' && !required ? undefined : text);
  const limits = { maxLength: node.maxLength, minLength: node.minLength };
  if (node.format === 'time') return <TimeField {...frameOf(props)} value={textOf(value)} onChange={(time) => write(time ?? '')} />;
  if (node.format === 'long') return <TextArea {...frameOf(props)} {...limits} rows={4} dir="auto" lang={lang} value={textOf(value)} onChange={(event) => write(event.target.value)} />;
  // Another language is another text: what is undone in one is not in the other.
  if (node.format === 'html') return <RichTextField key={lang} {...frameOf(props)} html={textOf(value)} lang={lang} labels={props.labels} onChange={write} />;
  if (node.format === 'picture') return <PictureControl frame={frameOf(props)} node={node} value={textOf(value)} labels={props.labels} onWrite={write} />;
  if (node.format === 'message') return <MessageField {...props} write={write} />;
  const kinds = { email: 'email', url: 'url', plain: 'text' } as const;
  const latin = node.format !== 'plain' || /^(\/|--|https?:|#[\da-f]{3,8}$)/i.test(textOf(value));
  const colour = /^#[\da-f]{6}$/i.test(textOf(value)) && <input type="color" className={styles.colour} aria-label={`${props.label}: ${textOf(value)}`} value={textOf(value)} onChange={(event) => write(event.target.value)} />;
  const field = (
    <Field {...frameOf(props)} {...limits} type={kinds[node.format]} latin={latin} {...(latin ? {} : { dir: 'auto' })} lang={lang} value={textOf(value)} onChange={(event) => write(event.target.value)} />
  );
  return colour ? <div className={styles.coloured}>{field}{colour}</div> : field;
}

/** Names a text of the interface, or is one itself: what visitors read is said under it. */
function MessageField({ write, ...props }: Of<'text'> & { write: (text: string) => void }) {
  const key = textOf(props.value);
  const text = ownText(props.labels.messages, key);
  const help = text === undefined ? props.help : <>{props.labels.shown_as} <strong>{text}</strong></>;
  return <Field {...frameOf(props)} help={help} dir="auto" maxLength={props.node.maxLength} value={key} onChange={(event) => write(event.target.value)} />;
}

export function NumberControl(props: Of<'number'>) {
  const { node, path, value, required, labels, onChange } = props;
  const { lang } = labels;
  const readAs = (text: string) => typedNumber(text, lang) ?? (node.nullable ? null : required ? 0 : undefined);
  const [typed, setTyped] = useState<string | null>(null);
  // Keep the typed text while it means the value: `1,` on the way to `1,5`.
  const text = typed !== null && readAs(typed) === value ? typed : typeof value === 'number' ? numberText(value, lang) : textOf(value);
  const frame = frameOf(props);
  return (
    <Field
      {...frame} error={frame.error ?? (typeof value === 'string' ? labels.number_unclear : undefined)} latin inputMode={node.integer ? 'numeric' : 'decimal'} autoComplete="off" value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(path, readAs(event.target.value));
      }}
    />
  );
}

export function SwitchControl(props: Of<'boolean'>) {
  const { node, path, value, onChange } = props;
  const { name, id, label, help, error } = frameOf(props);
  const text = help ? <>{label}<span className={styles.switchHelp}>{help}</span></> : label;
  return (
    <div className={styles.switch}>
      <Checkbox
        id={id} name={name} label={text} checked={(value ?? node.default) === true} aria-invalid={error ? true : undefined} aria-describedby={describedBy(id, undefined, error)}
        onChange={(event) => onChange(path, event.target.checked)}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}

export function ChoiceControl(props: Of<'choice'>) {
  const { node, path, value, required, labels, onChange } = props;
  const empty = node.nullable || !required;
  const write = (text: string) => onChange(path, text !== '' ? text : node.nullable ? null : undefined);
  return (
    <Select {...frameOf(props)} value={textOf(value)} onChange={(event) => write(event.target.value)}>
      {empty && <option value="">{labels.not_set}</option>}
      {node.options.map((option) => <option key={option} value={option}>{labels.labels[option] ?? option}</option>)}
    </Select>
  );
}
