'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Field } from '@/components/form/field';
import { Form, HiddenFields } from '@/components/form/form';
import { PasswordField } from '@/components/form/password-field';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import type { IconName } from '@/components/ui/icon';
import { useHydrated } from '@/components/ui/use-hydrated';
import {
  forgotPasswordSchema,
  nameSchema,
  newEmailSchema,
  newPasswordSchema,
  passwordSignInSchema,
  phoneSchema,
  secondFactorSchema,
  signUpSchema,
} from '@/lib/accounts/schema';

const schemas = {
  signIn: passwordSignInSchema,
  secondFactor: secondFactorSchema,
  signUp: signUpSchema,
  forgot: forgotPasswordSchema,
  reset: newPasswordSchema,
  name: nameSchema,
  phone: phoneSchema,
  newEmail: newEmailSchema,
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
  typed?: Record<string, string>;
  /** Tells password managers whose password a form without an email field changes. It is not sent. */
  username?: string | null;
  errors?: Record<string, string>;
  messages: Record<string, string>;
  labels: { submit: string; busy: string; unreachable: string; show: string; hide: string };
  second?: { action: string; label: string; busy: string; icon: IconName };
  children?: ReactNode;
}

type Values = Record<string, string>;

/** HTML allows `tel-national` only in text fields. */
const inputTypes = { text: 'text', email: 'email', tel: 'text' } as const;
const inputModes = { text: undefined, email: 'email', tel: 'tel', password: undefined } as const;

export function AccountForm({
  form,
  action,
  fields,
  hidden = {},
  typed = {},
  username = null,
  errors = {},
  messages,
  labels,
  second,
  children,
}: AccountFormProps) {
  const resolver = zodResolver(schemas[form] as never) as unknown as Resolver<Values>;
  const { register, handleSubmit, trigger, formState } = useForm<Values>({ resolver, mode: 'onTouched' });
  const { state, send } = useFormPost();
  const hydrated = useHydrated();
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
      noValidate={hydrated}
      onSubmit={(event) => {
        const element = event.currentTarget;
        const other = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('formaction') ?? undefined;
        setSentTo(other);
        if (other === undefined) return void handleSubmit(() => send(element))(event);
        event.preventDefault();
        void trigger(fields[0]?.name, { shouldFocus: true }).then((isRight) =>
          isRight ? send(element, other) : undefined,
        );
      }}
    >
      <HiddenFields values={hidden} />
      {username !== null && <input type="email" autoComplete="username" value={username} readOnly hidden />}
      {fields.map(({ name, kind, optional, ...field }) => {
        // Clear an error while the user types: clearing it on a click would move the button away from the pointer.
        const onChange = () => {
          if (formState.errors[name]) void trigger(name);
        };
        const shared = {
          ...field,
          ...register(name, { onChange }),
          error: errorOf(name),
          required: !optional,
          autoFocus: name === firstWrong,
        };
        if (kind === 'password')
          return <PasswordField key={name} {...shared} showLabel={labels.show} hideLabel={labels.hide} />;
        return (
          <Field
            key={name}
            {...shared}
            type={inputTypes[kind]}
            inputMode={inputModes[kind]}
            latin={kind !== 'text'}
            defaultValue={typed[name]}
          />
        );
      })}
      {children}
      {state === 'failed' && (
        <Notice tone="danger" alert>
          {labels.unreachable}
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={isBusy()}>
        {isBusy() ? labels.busy : labels.submit}
      </Button>
      {second && (
        <Button
          type="submit"
          size="large"
          wide
          variant="secondary"
          icon={second.icon}
          formAction={second.action}
          formNoValidate
          busy={isBusy(second.action)}
        >
          {isBusy(second.action) ? second.busy : second.label}
        </Button>
      )}
    </Form>
  );
}

type PostState = 'idle' | 'busy' | 'failed';

/** Row D3: posts with `fetch`, because after a failed native post, the browser's error page loses the typed values. */
export function useFormPost() {
  const [state, setState] = useState<PostState>('idle');
  useEffect(() => {
    const stopWaiting = () => setState('idle');
    window.addEventListener('pageshow', stopWaiting);
    return () => window.removeEventListener('pageshow', stopWaiting);
  }, []);
  async function post(action: string, body: URLSearchParams): Promise<void> {
    setState('busy');
    try {
      const answer = await fetch(action, { method: 'POST', body });
      if (!answer.redirected) throw new Error(`answered ${answer.status}`);
      window.location.assign(answer.url);
    } catch {
      setState('failed');
    }
  }
  async function send(form: HTMLFormElement, action = form.action): Promise<void> {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
    await post(action, body);
  }
  return { state, send, post };
}
