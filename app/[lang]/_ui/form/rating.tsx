'use client';

import { useState } from 'react';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import { FieldError } from './field-frame';
import styles from './rating.module.css';

export interface RatingLabels { legend: string; cancel: string; /** `{count}` stands for the number of stars. */ stars: string }

interface RatingProps {
  name: string;
  labels: RatingLabels;
  /** 0 or nothing: cleared. */
  value?: number | null;
  stars?: number;
  /** Shows the item that clears. */
  cancel?: boolean;
  disabled?: boolean;
  /** Already translated. */
  error?: string | undefined;
  onRate?: (value: number) => void;
  onCancel?: () => void;
}

/**
 * Row L6. Radio buttons under the stars, so the arrows, screen readers and a form without JavaScript work as everywhere.
 * `Stars` shows a rating that nobody changes.
 */
export function Rating({ name, labels, value, stars = 5, cancel = true, disabled = false, error, onRate, onCancel }: RatingProps) {
  const [chosen, setChosen] = useState(value ?? 0);
  const label = (count: number) => labels.stars.replace('{count}', String(count));
  const values = Array.from({ length: stars }, (_, index) => index + 1);
  const pick = (count: number) => {
    setChosen(count);
    if (count === 0) onCancel?.();
    else onRate?.(count);
  };
  return (
    <fieldset className={styles.rating} disabled={disabled} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{labels.legend}</legend>
      {cancel && (
        <label className={classNames(styles.item, styles.cancel)}>
          <input type="radio" name={name} value={0} checked={chosen === 0} onChange={() => pick(0)} />
          <Icon name="close" size={20} />
          <span className={styles.text}>{labels.cancel}</span>
        </label>
      )}
      {values.map((count) => (
        <label key={count} className={classNames(styles.item, count <= chosen && styles.lit)}>
          <input type="radio" name={name} value={count} checked={chosen === count} onChange={() => pick(count)} />
          <Icon name="star" size={30} />
          <span className={styles.text}>{label(count)}</span>
        </label>
      ))}
      <FieldError id={name} error={error} />
    </fieldset>
  );
}
