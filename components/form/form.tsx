import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import styles from './form.module.css';

/** Forms of visitors set `noValidate` only after hydration, so that the browser validates while there is no JavaScript. */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form {...rest} className={classNames(styles.form, className)} />;
}

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function FieldGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

export const HiddenFields = ({ values }: { values: Readonly<Record<string, string>> }) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
