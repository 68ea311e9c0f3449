import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; type?: 'checkbox' | 'radio' };

export function Checkbox({ label, type = 'checkbox', ...input }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <input {...input} type={type} />
      <span>{label}</span>
    </label>
  );
}
