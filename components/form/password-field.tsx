'use client';

import { type ComponentProps, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { describedBy, FieldFrame, type FieldLabels } from './field';
import styles from './field.module.css';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> &
  FieldLabels & {
    name: string;
    showLabel: string;
    hideLabel: string;
  };

export function PasswordField({ label, help, error, id, showLabel, hideLabel, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const fieldId = id ?? input.name;
  return (
    <FieldFrame id={fieldId} label={label} help={help} error={error} required={input.required}>
      <div className={styles.password}>
        <input
          {...input}
          id={fieldId}
          type={shown ? 'text' : 'password'}
          className={styles.control}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, help, error)}
        />
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? hideLabel : showLabel}
          aria-controls={fieldId}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </div>
    </FieldFrame>
  );
}
