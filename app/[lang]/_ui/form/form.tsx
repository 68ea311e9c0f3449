import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './form.module.css';

/** A column of fields; `noValidate` is the caller's, so that the browser checks a page without JavaScript. */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form {...rest} className={classNames(styles.form, className)} />;
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Fields that belong together, under one name. */
export function FieldGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
