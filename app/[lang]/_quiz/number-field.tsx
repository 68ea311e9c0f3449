'use client';

import { useEffect, useRef, useState } from 'react';
import { Field } from '../_ui/form/field';
import { isUnreadable } from '@/lib/numbers';
import type { QuestionLabels } from './quiz-labels';
import styles from './question-fields.module.css';

/** `typed` is what it shows at first. What is no number is said when the field is left, and once the form came back. */
export function NumberField({ name, typed, labels }: { name: string; typed: string; labels: QuestionLabels }) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(() => isUnreadable(typed));
  // What was typed before the scripts came, or on an earlier visit.
  useEffect(() => setWrong(isUnreadable(input.current?.value ?? '')), []);
  return (
    <Field
      ref={input} name={name} label={labels.yourNumber} latin inputMode="decimal" autoComplete="off" maxLength={30} className={styles.numberField} defaultValue={typed}
      error={isWrong ? labels.numberUnreadable : undefined} onBlur={({ target }) => setWrong(isUnreadable(target.value))} onInput={({ currentTarget }) => setWrong((before) => before && isUnreadable(currentTarget.value))}
    />
  );
}
