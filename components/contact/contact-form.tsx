'use client';

import { type FormEvent, useRef, useState } from 'react';
import { Field, Select, TextArea } from '@/components/form/field';
import { FieldRow, Form, FormActions } from '@/components/form/form';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { useHydrated } from '@/components/ui/use-hydrated';
import { cairoDayOf, now } from '@/lib/clock';
import {
  budgets,
  checkContactField,
  checkDetailField,
  type ContactField,
  contactFields,
  type DetailField,
  detailFields,
  projectKinds,
} from '@/lib/contact/rules';
import type { ContactLabels } from './contact-labels';
import styles from './contact.module.css';

type FieldName = ContactField | DetailField;
type Values = Record<FieldName, string>;
type State = 'idle' | 'sending' | SendOutcome['state'];
const empty: Values = {
  fullName: '',
  phoneNumber: '',
  email: '',
  message: '',
  projectKind: '',
  budget: '',
  wishedDate: '',
};

const isDetail = (name: FieldName): name is DetailField => (detailFields as readonly string[]).includes(name);
const validate = (name: FieldName, text: string) =>
  isDetail(name) ? checkDetailField(name, text, cairoDayOf(now())) : checkContactField(name, text);

interface Props {
  labels: ContactLabels;
  typed: Partial<Values> | null;
  errors: Readonly<Record<string, string>>;
  about: string | null;
}

export function ContactForm({ labels, typed, errors: initialErrors, about }: Props) {
  const fields: readonly FieldName[] = about ? [...contactFields, ...detailFields] : contactFields;
  const [values, setValues] = useState({ ...empty, ...typed });
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(typed ? fields : []));
  const [errors, setErrors] = useState(initialErrors);
  const [state, setState] = useState<State>('idle');
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);

  const errorOf = (name: FieldName) => validate(name, values[name]);
  const valid = fields.every((name) => errorOf(name) === null);
  const bind = (name: FieldName) => {
    const error = touched.has(name) ? errorOf(name) : null;
    return {
      name,
      id: name,
      required: !isDetail(name),
      value: values[name],
      error: error ? (labels.errors[error] ?? error) : errors[name] || undefined,
      onChange: ({ target }: { target: { value: string } }) => {
        setValues((known) => ({ ...known, [name]: target.value }));
        setErrors(({ [name]: _, ...others }) => others);
      },
      onBlur: () => setTouched((known) => new Set(known).add(name)),
    };
  };

  const focusField = (name: FieldName) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  async function send(event: FormEvent) {
    event.preventDefault();
    setTouched(new Set(fields));
    const invalid = fields.find((name) => errorOf(name) !== null);
    if (invalid) return focusField(invalid);
    setState('sending');
    const outcome = await sendContact(about ? { ...values, about } : values);
    setState(outcome.state);
    setErrors(outcome.errors);
    const first = fields.find((name) => outcome.errors[name]);
    if (first) focusField(first);
    if (outcome.state !== 'sent') return;
    setValues(empty);
    setTouched(new Set());
  }

  return (
    <Form ref={form} method="post" action="/api/contact" noValidate={hydrated} onSubmit={(event) => void send(event)}>
      <Field {...bind('fullName')} label={labels.full_name} autoComplete="name" dir="auto" />
      <FieldRow>
        <Field
          {...bind('phoneNumber')}
          label={labels.phone_number}
          help={labels.phone_help}
          latin
          inputMode="tel"
          autoComplete="tel-national"
        />
        <Field {...bind('email')} label={labels.email} latin type="email" inputMode="email" autoComplete="email" />
      </FieldRow>
      <TextArea {...bind('message')} label={labels.message} minLength={5} maxLength={5000} dir="auto" />
      {about && <EnquiryDetails about={about} labels={labels} bind={bind} />}
      <Outcome state={state} labels={labels} />
      <FormActions>
        <Button type="submit" size="large" icon="send" busy={state === 'sending'} aria-disabled={hydrated && !valid}>
          {state === 'sending' ? labels.sending : labels.send}
        </Button>
      </FormActions>
    </Form>
  );
}

function Outcome({ state, labels }: { state: State; labels: ContactLabels }) {
  if (state === 'sent')
    return (
      <Notice tone="success" alert title={labels.sent_title}>
        {labels.sent_text}
      </Notice>
    );
  if (state === 'too-many')
    return (
      <Notice tone="danger" alert title={labels.failed_title}>
        {labels.too_many_text}
      </Notice>
    );
  if (state === 'invalid')
    return (
      <Notice tone="danger" alert title={labels.failed_title}>
        {labels.check_fields}
      </Notice>
    );
  if (state === 'failed')
    return (
      <Notice tone="danger" alert title={labels.failed_title}>
        {labels.failed_text}
      </Notice>
    );
  return null;
}

interface BoundField {
  name: string;
  id: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

interface EnquiryDetailsProps {
  about: string;
  labels: ContactLabels;
  bind: (name: DetailField) => BoundField;
}

function EnquiryDetails({ about, labels, bind }: EnquiryDetailsProps) {
  return (
    <fieldset className={styles.details}>
      <legend>{labels.details_title}</legend>
      <input type="hidden" name="about" value={about} />
      <FieldRow>
        <Select {...bind('projectKind')} label={labels.project_kind}>
          <option value="">{labels.no_choice}</option>
          {projectKinds.map((kind) => (
            <option key={kind} value={kind}>
              {labels.kinds[kind]}
            </option>
          ))}
        </Select>
        <Select {...bind('budget')} label={labels.budget}>
          <option value="">{labels.no_choice}</option>
          {budgets.map((budget) => (
            <option key={budget} value={budget}>
              {labels.budgets[budget]}
            </option>
          ))}
        </Select>
        <Field {...bind('wishedDate')} type="date" label={labels.wished_date} help={labels.wished_date_help} />
      </FieldRow>
    </fieldset>
  );
}

interface SendOutcome {
  state: 'sent' | 'invalid' | 'too-many' | 'failed';
  errors: Record<string, string>;
}

/** Never throws; a lost network gives `failed`. */
async function sendContact(values: Record<string, string>): Promise<SendOutcome> {
  const outcome = await callJson({ method: 'POST', url: '/api/contact', body: values });
  if (outcome.ok) return { state: 'sent', errors: {} };
  if (outcome.status === 422) return { state: 'invalid', errors: outcome.errors };
  return { state: outcome.status === 429 ? 'too-many' : 'failed', errors: {} };
}
