import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import styles from './field.module.css';

type FieldProps = ComponentProps<'input'> &
  FieldLabels & {
    name: string;
    latin?: boolean;
  };

export function Field({ label, help, error, latin, className, id, ...input }: FieldProps) {
  const fieldId = id ?? input.name;
  return (
    <FieldFrame id={fieldId} label={label} help={help} error={error} required={input.required}>
      <input
        {...input}
        id={fieldId}
        className={classNames(styles.control, className)}
        dir={latin ? 'ltr' : input.dir}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, help, error)}
      />
    </FieldFrame>
  );
}

type TextAreaProps = ComponentProps<'textarea'> & FieldLabels & { name: string; dir: 'auto' | 'ltr' | 'rtl' };

export function TextArea({ label, help, error, className, id, ...area }: TextAreaProps) {
  const fieldId = id ?? area.name;
  return (
    <FieldFrame id={fieldId} label={label} help={help} error={error} required={area.required}>
      <textarea
        rows={5}
        {...area}
        id={fieldId}
        className={classNames(styles.control, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(fieldId, help, error)}
      />
    </FieldFrame>
  );
}

type SelectProps = ComponentProps<'select'> & FieldLabels & { name: string };

export function Select({ label, help, error, className, id, ...select }: SelectProps) {
  const fieldId = id ?? select.name;
  return (
    <FieldFrame id={fieldId} label={label} help={help} error={error} required={select.required}>
      <div className={styles.select}>
        <select
          {...select}
          id={fieldId}
          className={classNames(styles.control, className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, help, error)}
        />
        <Icon name="chevron" />
      </div>
    </FieldFrame>
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; type?: 'checkbox' | 'radio' };

export function Checkbox({ label, type = 'checkbox', ...input }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <input {...input} type={type} />
      <span>{label}</span>
    </label>
  );
}

export interface FieldLabels {
  label: ReactNode;
  help?: ReactNode | undefined;
  error?: string | undefined;
}

export function describedBy(id: string, help: ReactNode, error: string | undefined): string | undefined {
  return [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
}

type FrameProps = FieldLabels & {
  id: string;
  labelId?: string;
  required?: boolean | undefined;
  children: ReactNode;
};

export function FieldFrame({ id, labelId, label, help, error, required, children }: FrameProps) {
  const text = (
    <>
      <span>{label}</span>
      {required && (
        <span className={styles.star} aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  return (
    <div className={styles.field}>
      {labelId ? (
        <span id={labelId} className={styles.label}>
          {text}
        </span>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {text}
        </label>
      )}
      {children}
      {help && (
        <div className={styles.help} id={`${id}-help`}>
          {help}
        </div>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** Renders the alert region even while it is empty, so that screen readers announce an error that appears later. */
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
