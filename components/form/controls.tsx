'use client';

import { type ChangeEvent, useState } from 'react';
import type { FormNode, TextNode } from '@/lib/content/form/form-node';
import { dottedPath } from '@/lib/content/form/values';
import type { Language } from '@/lib/language';
import { parsePiastres, poundsText } from '@/lib/money';
import { numberText, typedNumber } from '@/lib/numbers';
import { Checkbox, describedBy, Field, FieldError, Select, TextArea } from './field';
import { type FormLabels, ownText } from './form-labels';
import { MoneyField } from './money-field';
import type { NodeProps } from './node-props';
import { PicturePicker } from './picture-picker';
import { RichTextField } from './rich-text/rich-text-field';
import { TimeField } from './time-field';
import pictureStyles from './picture.module.css';
import styles from './schema-form.module.css';

type PropsOfKind<Kind extends FormNode['kind']> = NodeProps<Extract<FormNode, { kind: Kind }>>;

const formatText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function frameOf({ node, path, label, help, required: wanted, errors, idPrefix }: Omit<NodeProps, 'control'>) {
  const name = dottedPath(path);
  const required = wanted && !('nullable' in node && node.nullable);
  return { name, id: `${idPrefix}-${name}`, label, help, required, error: errors[name] };
}

export function TextControl(props: PropsOfKind<'text'>) {
  const { node, path, value, required, lang, onChange } = props;
  const write = (text: string) =>
    onChange(path, text === '' && node.nullable ? null : text === '' && !required ? undefined : text);
  const limits = { maxLength: node.maxLength, minLength: node.minLength };
  if (node.format === 'time')
    return <TimeField {...frameOf(props)} value={formatText(value)} onChange={(time) => write(time ?? '')} />;
  if (node.format === 'long')
    return (
      <TextArea
        {...frameOf(props)}
        {...limits}
        rows={4}
        dir="auto"
        lang={lang}
        value={formatText(value)}
        onChange={(event) => write(event.target.value)}
      />
    );
  // Use the language as key, so that each language has its own undo history.
  if (node.format === 'html')
    return (
      <RichTextField
        key={lang}
        {...frameOf(props)}
        html={formatText(value)}
        lang={lang}
        labels={props.labels}
        onChange={write}
      />
    );
  if (node.format === 'picture')
    return (
      <PictureControl
        frame={frameOf(props)}
        node={node}
        value={formatText(value)}
        labels={props.labels}
        onWrite={write}
      />
    );
  if (node.format === 'message') return <MessageField {...props} write={write} />;
  const kinds = { email: 'email', url: 'url', plain: 'text', code: 'text' } as const;
  const latin = node.format !== 'plain' || /^(\/|--|https?:|#[\da-f]{3,8}$)/i.test(formatText(value));
  const colour = /^#[\da-f]{6}$/i.test(formatText(value)) && (
    <input
      type="color"
      className={styles.colour}
      aria-label={`${props.label}: ${formatText(value)}`}
      value={formatText(value)}
      onChange={(event) => write(event.target.value)}
    />
  );
  const field = (
    <Field
      {...frameOf(props)}
      {...limits}
      type={kinds[node.format]}
      latin={latin}
      {...(latin ? {} : { dir: 'auto' })}
      lang={lang}
      autoComplete={node.format === 'code' ? 'off' : undefined}
      value={formatText(value)}
      onChange={(event) => write(event.target.value)}
    />
  );
  return colour ? (
    <div className={styles.coloured}>
      {field}
      {colour}
    </div>
  ) : (
    field
  );
}

function MessageField({ write, ...props }: PropsOfKind<'text'> & { write: (text: string) => void }) {
  const key = formatText(props.value);
  const text = ownText(props.labels.messages, key);
  const help =
    text === undefined ? (
      props.help
    ) : (
      <>
        {props.labels.shown_as} <strong>{text}</strong>
      </>
    );
  return (
    <Field
      {...frameOf(props)}
      help={help}
      dir="auto"
      maxLength={props.node.maxLength}
      value={key}
      onChange={(event) => write(event.target.value)}
    />
  );
}

export function NumberControl(props: PropsOfKind<'number'>) {
  const { node, path, value, required, labels, onChange } = props;
  const { lang } = labels;
  const { read, show, empty } = numberFormats[node.format ?? 'count'];
  const readAs = (text: string) => read(text, lang) ?? (node.nullable ? null : required ? empty : undefined);
  const [typed, setTyped] = useState<string | null>(null);
  // Keep the typed text if it has the same value, such as `1,` while the user types `1,5`.
  const text =
    typed !== null && readAs(typed) === value
      ? typed
      : typeof value === 'number'
        ? show(value, lang)
        : formatText(value);
  const frame = frameOf(props);
  const field = {
    ...frame,
    error: frame.error ?? (typeof value === 'string' ? labels.number_unclear : undefined),
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.target.value);
      onChange(path, readAs(event.target.value));
    },
  };
  if (node.format === 'money') return <MoneyField {...field} lang={lang} readAs={labels.read_as} />;
  return <Field {...field} latin inputMode={node.integer ? 'numeric' : 'decimal'} autoComplete="off" />;
}

/** An empty price field means null: 0 would make the course free. */
const numberFormats = {
  count: { read: typedNumber, show: numberText, empty: 0 },
  percent: {
    read: (text: string, lang: Language) => typedNumber(text, lang, 'percent'),
    show: numberText,
    empty: null,
  },
  money: { read: parsePiastres, show: poundsText, empty: null },
} as const;

export function ChoicesControl(props: PropsOfKind<'choices'>) {
  const { node, path, value, labels, onChange } = props;
  const { name, id, label, help, error } = frameOf(props);
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {node.options.map((option) => (
        <Checkbox
          key={option}
          name={name}
          value={option}
          label={<bdi>{labels.labels[option] ?? option}</bdi>}
          checked={chosen.includes(option)}
          onChange={(event) =>
            onChange(path, event.target.checked ? [...chosen, option] : chosen.filter((other) => other !== option))
          }
        />
      ))}
      {help && <p className={styles.help}>{help}</p>}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

export function SwitchControl(props: PropsOfKind<'boolean'>) {
  const { node, path, value, onChange } = props;
  const { name, id, label, help, error } = frameOf(props);
  const text = help ? (
    <>
      {label}
      <span className={styles.switchHelp}>{help}</span>
    </>
  ) : (
    label
  );
  return (
    <div className={styles.switch}>
      <Checkbox
        id={id}
        name={name}
        label={text}
        checked={(value ?? node.default) === true}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, undefined, error)}
        onChange={(event) => onChange(path, event.target.checked)}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}

export function ChoiceControl(props: PropsOfKind<'choice'>) {
  const { node, path, value, required, labels, onChange } = props;
  const empty = node.nullable || !required;
  const write = (text: string) => onChange(path, text !== '' ? text : node.nullable ? null : undefined);
  return (
    <Select {...frameOf(props)} value={formatText(value)} onChange={(event) => write(event.target.value)}>
      {empty && <option value="">{labels.not_set}</option>}
      {node.options.map((option) => (
        <option key={option} value={option}>
          {labels.labels[option] ?? option}
        </option>
      ))}
    </Select>
  );
}

interface PictureControlProps {
  frame: {
    name: string;
    id: string;
    label: string;
    help?: string | undefined;
    required: boolean;
    error: string | undefined;
  };
  node: TextNode;
  value: string;
  labels: FormLabels;
  onWrite: (url: string) => void;
}

function PictureControl({ frame, node, value, labels, onWrite }: PictureControlProps) {
  return (
    <div className={pictureStyles.control}>
      <Field
        {...frame}
        latin
        maxLength={node.maxLength}
        value={value}
        onChange={(event) => onWrite(event.target.value)}
      />
      <div className={pictureStyles.chosen}>
        {/^\/[^/]/.test(value) && <img src={value} alt="" width={96} height={72} />}
        <PicturePicker
          label={labels.picker.choose}
          labels={labels.picker}
          onChoose={({ address }) => address && onWrite(address)}
        />
      </div>
    </div>
  );
}
