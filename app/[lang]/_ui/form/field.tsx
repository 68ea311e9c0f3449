import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import { FieldFrame, describedBy, type FieldLabels } from './field-frame';
import styles from './field.module.css';

type FieldProps = ComponentProps<'input'> & FieldLabels & {
  name: string;
  /** Phone, email, code: written left to right in Arabic too. */
  latin?: boolean;
};

/** One line of text. The id is the name unless given; `{...register('name')}` of react-hook-form fits. */
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
