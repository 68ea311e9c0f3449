'use client';

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FieldError } from '@/components/form/field';
import { Form, HiddenFields } from '@/components/form/form';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { useHydrated } from '@/components/ui/use-hydrated';
import { verifyOtpSchema } from '@/lib/accounts/schema';
import { foldDigits } from '@/lib/numbers';
import { useFormPost } from './account-form';
import linksStyles from './links.module.css';
import styles from './otp-boxes.module.css';

interface OtpFormProps {
  action: '/auth/verify-otp' | '/auth/loginWithCode';
  email: string;
  code: string;
  hidden: Record<string, string>;
  messages: Record<string, string>;
  labels: { label: string; digits: string[]; submit: string; busy: string; unreachable: string };
}

/** The form sends what the boxes show: the state may lack digits typed during hydration. */
export function OtpForm({ action, email, code, hidden, messages, labels }: OtpFormProps) {
  const [digits, setDigits] = useState(() => Array.from({ length: 6 }, (_, index) => code[index] ?? ''));
  const [error, setError] = useState<string>();
  const { state, send } = useFormPost();
  const hydrated = useHydrated();
  const type = useCallback((typed: string[]) => {
    setDigits(typed);
    setError(undefined);
  }, []);
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has('otp')) return;
    url.searchParams.delete('otp');
    window.history.replaceState(window.history.state, '', url);
  }, []);
  return (
    <Form
      method="post"
      action={action}
      noValidate={hydrated}
      onSubmit={(event) => {
        event.preventDefault();
        const boxes = listBoxes(event.currentTarget);
        const parsed = verifyOtpSchema.safeParse({ email, otp: boxes.map(({ value }) => value) });
        const codeError = parsed.success ? undefined : parsed.error.issues[0]?.message;
        setError(codeError);
        if (codeError) (boxes.find(({ value }) => value === '') ?? boxes[0])?.focus();
        else void send(event.currentTarget);
      }}
    >
      <input type="hidden" name="email" value={email} />
      <HiddenFields values={hidden} />
      <OtpBoxes
        digits={digits}
        onChange={type}
        label={labels.label}
        names={labels.digits}
        invalid={error !== undefined}
        describedBy="otp-error"
      />
      <FieldError id="otp" error={error && (messages[error] ?? error)} />
      {state === 'failed' && (
        <Notice tone="danger" alert>
          {labels.unreachable}
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={state === 'busy'}>
        {state === 'busy' ? labels.busy : labels.submit}
      </Button>
    </Form>
  );
}

const listBoxes = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('input[name^="otp."]'),
];

interface OtpBoxesProps {
  digits: string[];
  onChange: (digits: string[]) => void;
  label: string;
  names: string[];
  invalid: boolean;
  describedBy?: string;
}

/** Keyboards insert a copied code, such as `123 456`, without a paste event. */
const longestCode = 20;

const keepDigits = (text: string): string => foldDigits(text).replace(/\D/g, '');

export function OtpBoxes({ digits, onChange, label, names, invalid, describedBy }: OtpBoxesProps) {
  const boxes = useRef<Array<HTMLInputElement | null>>([]);
  useDigitsTypedBeforeHydration(boxes, digits, onChange);
  const focus = (at: number) => boxes.current[Math.min(Math.max(at, 0), 5)]?.focus();

  const putDigits = (at: number, text: string) => {
    const next = [...digits];
    const typed = keepDigits(text);
    if (typed === '') next[at] = '';
    [...typed].slice(0, 6 - at).forEach((digit, offset) => (next[at + offset] = digit));
    onChange(next);
    if (typed !== '') focus(at + typed.length);
  };

  const handleInput = (at: number, value: string) => {
    const before = digits[at] ?? '';
    const fresh = value.length === 2 && before !== '' ? value.replace(before, '') || before : value;
    putDigits(at, fresh);
  };

  const handleKeyDown = (at: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && digits[at] === '') {
      event.preventDefault();
      putDigits(Math.max(at - 1, 0), '');
      focus(at - 1);
    }
    if (event.key === 'ArrowLeft') focus(at - 1);
    if (event.key === 'ArrowRight') focus(at + 1);
  };

  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = keepDigits(event.clipboardData.getData('text')).slice(0, 6);
    if (text === '') return;
    onChange(Array.from({ length: 6 }, (_, index) => text[index] ?? ''));
    focus(text.length);
  };

  return (
    <fieldset className={styles.boxes} aria-describedby={invalid ? describedBy : undefined}>
      <legend>{label}</legend>
      <div className={styles.row} dir="ltr">
        {digits.map((digit, index) => (
          <input
            key={names[index]}
            ref={(box) => void (boxes.current[index] = box)}
            name={`otp.${index}`}
            aria-label={names[index]}
            aria-invalid={invalid || undefined}
            value={digit}
            inputMode="numeric"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            maxLength={index === 0 ? longestCode : 2}
            required={index === 0}
            onChange={(event) => handleInput(index, event.target.value)}
            onKeyDown={(event) => handleKeyDown(index, event)}
            onPaste={handlePaste}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
    </fieldset>
  );
}

function useDigitsTypedBeforeHydration(
  boxes: RefObject<Array<HTMLInputElement | null>>,
  digits: string[],
  onChange: OtpBoxesProps['onChange'],
): void {
  useLayoutEffect(() => {
    const shownDigits = keepDigits(boxes.current.map((box) => box?.value ?? '').join(''));
    if (shownDigits === digits.join('')) return;
    onChange(Array.from({ length: 6 }, (_, index) => shownDigits[index] ?? ''));
    if (boxes.current.some((box) => box === document.activeElement))
      boxes.current[Math.min(shownDigits.length, 5)]?.focus();
  }, [boxes, digits, onChange]);
}

interface ResendFormProps {
  action: '/auth/forgot-password' | '/auth/send-login-code';
  email: string;
  hidden: Record<string, string>;
  labels: { question: string; resend: string; sent: string; unreachable: string; limited: string };
}
type State = 'idle' | 'busy' | 'sent' | 'limited' | 'failed';

async function requestNewCode(action: string, email: string): Promise<State> {
  try {
    const answer = await fetch(action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    if (answer.ok) return 'sent';
    return answer.status === 429 ? 'limited' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Row D4: the message does not reveal whether the account exists. */
export function ResendForm({ action, email, hidden, labels }: ResendFormProps) {
  const [state, setState] = useState<State>('idle');
  return (
    <form
      method="post"
      action={action}
      className={linksStyles.resend}
      onSubmit={(event) => {
        event.preventDefault();
        if (state === 'busy') return;
        setState('busy');
        void requestNewCode(action, email).then(setState);
      }}
    >
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="resend" value="1" />
      <HiddenFields values={hidden} />
      <p className={linksStyles.ask}>
        {labels.question}{' '}
        <button type="submit" aria-disabled={state === 'busy' || undefined} aria-busy={state === 'busy' || undefined}>
          {labels.resend}
        </button>
      </p>
      {state === 'sent' && (
        <Notice tone="success" alert>
          {labels.sent}
        </Notice>
      )}
      {state === 'limited' && (
        <Notice tone="danger" alert>
          {labels.limited}
        </Notice>
      )}
      {state === 'failed' && (
        <Notice tone="danger" alert>
          {labels.unreachable}
        </Notice>
      )}
    </form>
  );
}
