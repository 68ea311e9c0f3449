import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import type { FieldLabels } from './field-frame';
import { FieldFrame, describedBy } from './field-frame';
import styles from './field.module.css';

type TextAreaProps = ComponentProps<'textarea'> & FieldLabels & { name: string; /** Each text has its own: `auto` unless it is known. */ dir: 'auto' | 'ltr' | 'rtl' };

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
