import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import type { FieldLabels } from './field-frame';
import { FieldFrame, describedBy } from './field-frame';
import styles from './field.module.css';
import { Icon } from '../icon';

type SelectProps = ComponentProps<'select'> & FieldLabels & { name: string };

/** The children are `<option>`s. */
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
