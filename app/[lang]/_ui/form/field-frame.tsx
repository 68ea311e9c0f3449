import type { ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from '../icon';

export interface FieldLabels {
  label: ReactNode;
  /** Under the field, always readable. */
  help?: ReactNode | undefined;
  /** Already translated; shown under the field with `role="alert"` (row V5). */
  error?: string | undefined;
}

/** The ids of the help and the error of a control, for `aria-describedby`. */
export function describedBy(id: string, help: ReactNode, error: string | undefined): string | undefined {
  return [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
}

type FrameProps = FieldLabels & { id: string; /** Of the label, where the control is named by `aria-labelledby`. */ labelId?: string; required?: boolean | undefined; children: ReactNode };

/** Label above, control, help under, error under that: the same for every kind of control. */
export function FieldFrame({ id, labelId, label, help, error, required, children }: FrameProps) {
  const text = <><span>{label}</span>{required && <span className={styles.star} aria-hidden="true">*</span>}</>;
  return (
    <div className={styles.field}>
      {labelId ? <span id={labelId} className={styles.label}>{text}</span> : <label className={styles.label} htmlFor={id}>{text}</label>}
      {children}
      {help && <div className={styles.help} id={`${id}-help`}>{help}</div>}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The region is there before its text, so that screen readers announce the text when it comes. */
export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  return (
    <div role="alert" id={`${id}-error`} className={styles.errorRegion}>
      {error && (
        <span className={styles.error}>
          <Icon name="alert" size={18} />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
}
