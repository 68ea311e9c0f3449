'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { forgotPasswordSchema, nameSchema, newEmailSchema, newPasswordSchema, passwordSignInSchema, phoneSchema, secondFactorSchema, signUpSchema } from '@/lib/auth/schema';
import { Button } from '../_ui/button';
import type { IconName } from '../_ui/icon';
import { Field } from '../_ui/form/field';
import { Form } from '../_ui/form/form';
import { Notice } from '../_ui/feedback/notice';
import { PasswordField } from '../_ui/form/password-field';
import { useFormPost } from './use-form-post';

const schemas = {
  signIn: passwordSignInSchema, secondFactor: secondFactorSchema, signUp: signUpSchema, forgot: forgotPasswordSchema, reset: newPasswordSchema,
  name: nameSchema, phone: phoneSchema, newEmail: newEmailSchema,
};

export interface AccountField {
  name: string;
  kind: 'text' | 'email' | 'tel' | 'password';
  label: string;
  help?: string | undefined;
  autoComplete: string;
  optional?: boolean;
}

export interface AccountFormProps {
  form: keyof typeof schemas;
  action: string;
  fields: AccountField[];
  hidden?: Record<string, string>;
  /** What was typed before the server sent the form back, and its messages by field. */
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  /** The `validation` messages by key. */
  messages: Record<string, string>;
  labels: { submit: string; busy: string; unreachable: string; show: string; hide: string };
  /** A second button, which needs the first field only and sends the form to another endpoint. */
  second?: { action: string; label: string; busy: string; icon: IconName };
  children?: ReactNode;
}

type Values = Record<string, string>;

/** HTML allows `tel-national` in fields of text alone. */
const inputTypes = { text: 'text', email: 'email', tel: 'text' } as const;
const inputModes = { text: undefined, email: 'email', tel: 'tel', password: undefined } as const;

/** Posts to the contract's own endpoint, with or without JavaScript; with it, faults show once a field was touched. */
export function AccountForm({ form, action, fields, hidden = {}, typed = {}, errors = {}, messages, labels, second, children }: AccountFormProps) {
  const resolver = zodResolver(schemas[form] as never) as unknown as Resolver<Values>;
  const { register, handleSubmit, trigger, formState } = useForm<Values>({ resolver, mode: 'onTouched' });
  const { state, send, ready } = useFormPost();
  const [sentTo, setSentTo] = useState<string>();
  const isBusy = (endpoint?: string) => state === 'busy' && sentTo === endpoint;
  const firstWrong = fields.find((field) => errors[field.name])?.name;
  const errorOf = (name: string): string | undefined => {
    const key = formState.errors[name]?.message;
    if (key) return messages[key] ?? key;
    return formState.dirtyFields[name] ? undefined : errors[name];
  };
  return (
    <Form
      method="post"
      action={action}
      noValidate={ready}
      onSubmit={(event) => {
        const element = event.currentTarget;
        const other = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('formaction') ?? undefined;
        setSentTo(other);
        if (other === undefined) return void handleSubmit(() => send(element))(event);
        event.preventDefault();
        void trigger(fields[0]?.name, { shouldFocus: true }).then((isRight) => (isRight ? send(element, other) : undefined));
      }}
    >
      {state === 'failed' && <Notice tone="danger" alert>{labels.unreachable}</Notice>}
      {Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {fields.map(({ name, kind, optional, ...field }) => {
        // A fault that the second button showed goes with the typing: gone with the next press, it would move the button from under it.
        const onChange = () => { if (formState.errors[name]) void trigger(name); };
        const shared = { ...field, ...register(name, { onChange }), error: errorOf(name), required: !optional, autoFocus: name === firstWrong };
        if (kind === 'password') return <PasswordField key={name} {...shared} showLabel={labels.show} hideLabel={labels.hide} />;
        return <Field key={name} {...shared} type={inputTypes[kind]} inputMode={inputModes[kind]} latin={kind !== 'text'} defaultValue={typed[name]} />;
      })}
      {children}
      <Button type="submit" size="large" wide busy={isBusy()}>{isBusy() ? labels.busy : labels.submit}</Button>
      {second && (
        <Button type="submit" size="large" wide variant="secondary" icon={second.icon} formAction={second.action} formNoValidate busy={isBusy(second.action)}>
          {isBusy(second.action) ? second.busy : second.label}
        </Button>
      )}
    </Form>
  );
}
