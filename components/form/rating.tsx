'use client';

import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import { FieldError } from './field';
import styles from './rating.module.css';

interface RatingLabels {
  legend: string;
  cancel: string;
  stars: string;
}

interface RatingProps {
  name: string;
  labels: RatingLabels;
  value?: number | null;
  stars?: number;
  cancel?: boolean;
  disabled?: boolean;
  error?: string | undefined;
  onRate?: (value: number) => void;
  onCancel?: () => void;
}

/** Row L6: uses radio buttons, which support arrow keys, screen readers and forms without JavaScript. */
export function Rating({
  name,
  labels,
  value,
  stars = 5,
  cancel = true,
  disabled = false,
  error,
  onRate,
  onCancel,
}: RatingProps) {
  const [chosen, setChosen] = useState(value ?? 0);
  const starsLabel = (count: number) => labels.stars.replace('{count}', String(count));
  const values = Array.from({ length: stars }, (_, index) => index + 1);
  const pickStars = (count: number) => {
    setChosen(count);
    if (count === 0) onCancel?.();
    else onRate?.(count);
  };
  return (
    <fieldset className={styles.rating} disabled={disabled} aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{labels.legend}</legend>
      {cancel && (
        <label className={styles.item}>
          <input type="radio" name={name} value={0} checked={chosen === 0} onChange={() => pickStars(0)} />
          <Icon name="close" size={20} />
          <VisuallyHidden>{labels.cancel}</VisuallyHidden>
        </label>
      )}
      {values.map((count) => (
        <label key={count} className={classNames(styles.item, count <= chosen && styles.lit)}>
          <input type="radio" name={name} value={count} checked={chosen === count} onChange={() => pickStars(count)} />
          <Icon name="star" size={30} />
          <VisuallyHidden>{starsLabel(count)}</VisuallyHidden>
        </label>
      ))}
      <FieldError id={name} error={error} />
    </fieldset>
  );
}
