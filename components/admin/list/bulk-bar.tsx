'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Checkbox } from '@/components/form/field';
import { Disclosure } from '@/components/layout/disclosure';
import { Button } from '@/components/ui/button';
import type { IconName } from '@/components/ui/icon';
import { bulkForm } from './bulk-form';
import styles from './bulk-bar.module.css';

export interface BulkAction {
  value: string;
  label: string;
  icon: IconName;
  sure?: string;
}

interface Props {
  action: string;
  actions: readonly BulkAction[];
  total: number;
}

/** Works without JavaScript; with it, the bar also shows the count and "choose all". */
export function BulkBar({ action, actions, total }: Props) {
  const t = useTranslations('admin');
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState<number | null>(null);
  // Count again when `actions` changes, because the list has changed with it.
  useEffect(() => {
    const countChecked = () => setCount(rowsOf(form.current).filter(({ checked }) => checked).length);
    countChecked();
    document.addEventListener('change', countChecked);
    return () => document.removeEventListener('change', countChecked);
  }, [actions]);
  const chooseAll = (isChecked: boolean) => {
    for (const row of rowsOf(form.current)) row.checked = isChecked;
    setCount(isChecked ? total : 0);
  };
  return (
    <form
      ref={form}
      id={bulkForm}
      method="post"
      action={action}
      autoComplete="off"
      className={styles.bar}
      data-chosen={count === null ? undefined : count > 0 ? 'some' : 'none'}
      aria-label={t('bulk_bar')}
    >
      {count === null ? (
        <p className={styles.count}>{t('bulk_hint')}</p>
      ) : (
        <>
          <Checkbox
            label={t('bulk_all')}
            checked={total > 0 && count === total}
            onChange={(event) => chooseAll(event.target.checked)}
          />
          <p className={styles.count} role="status">
            {t('bulk_chosen', { count })}
          </p>
        </>
      )}
      <div className={styles.actions}>
        {actions.map(({ value, label, icon, sure }) => {
          const button = (
            <Button
              key={value}
              type="submit"
              name="action"
              value={value}
              size="small"
              variant={sure ? 'danger' : 'secondary'}
              icon={icon}
              aria-disabled={count === 0}
            >
              {label}
            </Button>
          );
          return sure ? (
            <Disclosure key={value} summary={label}>
              <p>{sure}</p>
              {button}
            </Disclosure>
          ) : (
            button
          );
        })}
      </div>
    </form>
  );
}

const rowsOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name.startsWith('rows.'),
  );
