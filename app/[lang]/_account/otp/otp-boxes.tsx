'use client';

import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { foldDigits } from '@/lib/digits';
import styles from './otp-boxes.module.css';

interface OtpBoxesProps { digits: string[]; onChange: (digits: string[]) => void; label: string; names: string[]; invalid: boolean; /** The id of what is wrong with them. */ describedBy?: string }

const onlyDigits = (text: string): string => foldDigits(text).replace(/\D/g, '');

/** Six boxes of one digit: typing goes on to the next, deleting goes back, a paste or autofill fills them all. */
export function OtpBoxes({ digits, onChange, label, names, invalid, describedBy }: OtpBoxesProps) {
  const boxes = useRef<Array<HTMLInputElement | null>>([]);
  useTypedBefore(boxes, digits, onChange);
  const focus = (at: number) => boxes.current[Math.min(Math.max(at, 0), 5)]?.focus();

  const put = (at: number, text: string) => {
    const next = [...digits];
    const typed = onlyDigits(text);
    if (typed === '') next[at] = '';
    [...typed].slice(0, 6 - at).forEach((digit, offset) => (next[at + offset] = digit));
    onChange(next);
    if (typed !== '') focus(at + typed.length);
  };

  const typedInto = (at: number, value: string) => {
    const before = digits[at] ?? '';
    const fresh = value.length === 2 && before !== '' ? value.replace(before, '') || before : value;
    put(at, fresh);
  };

  const pressed = (at: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && digits[at] === '') {
      event.preventDefault();
      put(Math.max(at - 1, 0), '');
      focus(at - 1);
    }
    if (event.key === 'ArrowLeft') focus(at - 1);
    if (event.key === 'ArrowRight') focus(at + 1);
  };

  const pasted = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = onlyDigits(event.clipboardData.getData('text')).slice(0, 6);
    if (text === '') return;
    onChange(Array.from({ length: 6 }, (_, at) => text[at] ?? ''));
    focus(text.length);
  };

  return (
    <fieldset className={styles.boxes} aria-describedby={invalid ? describedBy : undefined}>
      <legend>{label}</legend>
      <div className={styles.row} dir="ltr">
        {digits.map((digit, at) => (
          <input
            key={names[at]}
            ref={(box) => void (boxes.current[at] = box)}
            name={`otp.${at}`}
            aria-label={names[at]}
            aria-invalid={invalid || undefined}
            value={digit}
            inputMode="numeric"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            maxLength={at === 0 ? 6 : 2}
            required
            onChange={(event) => typedInto(at, event.target.value)}
            onKeyDown={(event) => pressed(at, event)}
            onPaste={pasted}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What was typed or filled in before React had the page stands in the boxes alone; typing goes on in the next one. */
function useTypedBefore(boxes: RefObject<Array<HTMLInputElement | null>>, digits: string[], onChange: OtpBoxesProps['onChange']): void {
  useLayoutEffect(() => {
    const shown = onlyDigits(boxes.current.map((box) => box?.value ?? '').join(''));
    if (shown === digits.join('')) return;
    onChange(Array.from({ length: 6 }, (_, at) => shown[at] ?? ''));
    if (boxes.current.some((box) => box === document.activeElement)) boxes.current[Math.min(shown.length, 5)]?.focus();
  }, [boxes, digits, onChange]);
}
