'use client';

import { useRef, useState, type FormEvent } from 'react';
import { cairoDayOf, now } from '@/lib/clock';
import { contactFault, contactFields, detailFault, detailFields, type ContactField, type DetailField } from '@/lib/contact/rules';
import { Button } from '../../_ui/button';
import { Field } from '../../_ui/form/field';
import { FieldRow, Form, FormActions } from '../../_ui/form/form';
import { Notice } from '../../_ui/feedback/notice';
import { TextArea } from '../../_ui/form/text-area';
import { useHydrated } from '../../_ui/use-hydrated';
import type { ContactLabels } from './contact-labels';
import { EnquiryDetails } from './enquiry-details';
import { sendContact, type SendOutcome } from './send-contact';

type FieldName = ContactField | DetailField;
type Values = Record<FieldName, string>;
type State = 'idle' | 'sending' | SendOutcome['state'];
const empty: Values = { fullName: '', phoneNumber: '', email: '', message: '', projectKind: '', budget: '', wishedDate: '' };

const isDetail = (name: FieldName): name is DetailField => (detailFields as readonly string[]).includes(name);
const faultIn = (name: FieldName, text: string) => (isDetail(name) ? detailFault(name, text, cairoDayOf(now())) : contactFault(name, text));

interface Props {
  labels: ContactLabels;
  /** What a try without JavaScript had in its fields. */
  typed: Partial<Values> | null;
  /** The server's refusals by field. */
  refused: Readonly<Record<string, string>>;
  /** The service or case that led here; the form then asks about the project too. */
  about: string | null;
}

/** Rows V1, V5, V6: faults show once a field was touched; what was typed stays until the message has arrived. */
export function ContactForm({ labels, typed, refused: refusedBefore, about }: Props) {
  const fields: readonly FieldName[] = about ? [...contactFields, ...detailFields] : contactFields;
  const [values, setValues] = useState({ ...empty, ...typed });
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set(typed ? fields : []));
  const [refused, setRefused] = useState(refusedBefore);
  const [state, setState] = useState<State>('idle');
  const ready = useHydrated();
  const form = useRef<HTMLFormElement>(null);

  const faultOf = (name: FieldName) => faultIn(name, values[name]);
  const valid = fields.every((name) => faultOf(name) === null);
  const bind = (name: FieldName) => {
    const fault = touched.has(name) ? faultOf(name) : null;
    return {
      name, id: name, required: !isDetail(name), value: values[name],
      error: fault ? (labels.faults[fault] ?? fault) : refused[name] || undefined,
      onChange: ({ target }: { target: { value: string } }) => {
        setValues((known) => ({ ...known, [name]: target.value }));
        setRefused(({ [name]: _, ...others }) => others);
      },
      onBlur: () => setTouched((known) => new Set(known).add(name)),
    };
  };

  const focus = (name: FieldName) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  async function send(event: FormEvent) {
    event.preventDefault();
    setTouched(new Set(fields));
    const wrong = fields.find((name) => faultOf(name) !== null);
    if (wrong) return focus(wrong);
    setState('sending');
    const outcome = await sendContact(about ? { ...values, about } : values);
    setState(outcome.state);
    setRefused(outcome.errors);
    const first = fields.find((name) => outcome.errors[name]);
    if (first) focus(first);
    if (outcome.state !== 'sent') return;
    setValues(empty);
    setTouched(new Set());
  }

  return (
    <Form ref={form} method="post" action="/api/contact" noValidate={ready} onSubmit={(event) => void send(event)}>
      <Field {...bind('fullName')} label={labels.full_name} autoComplete="name" dir="auto" />
      <FieldRow>
        <Field {...bind('phoneNumber')} label={labels.phone_number} help={labels.phone_help} latin inputMode="tel" autoComplete="tel-national" />
        <Field {...bind('email')} label={labels.email} latin type="email" inputMode="email" autoComplete="email" />
      </FieldRow>
      <TextArea {...bind('message')} label={labels.message} minLength={5} maxLength={5000} dir="auto" />
      {about && <EnquiryDetails about={about} labels={labels} bind={bind} />}
      <FormActions>
        <Button type="submit" size="large" icon="send" busy={state === 'sending'} aria-disabled={ready && !valid}>
          {state === 'sending' ? labels.sending : labels.send}
        </Button>
      </FormActions>
      <Outcome state={state} labels={labels} />
    </Form>
  );
}

function Outcome({ state, labels }: { state: State; labels: ContactLabels }) {
  if (state === 'sent') return <Notice tone="success" alert title={labels.sent_title}>{labels.sent_text}</Notice>;
  if (state === 'too-many') return <Notice tone="danger" alert title={labels.failed_title}>{labels.too_many_text}</Notice>;
  if (state === 'refused') return <Notice tone="danger" alert title={labels.failed_title}>{labels.check_fields}</Notice>;
  if (state === 'failed') return <Notice tone="danger" alert title={labels.failed_title}>{labels.failed_text}</Notice>;
  return null;
}
