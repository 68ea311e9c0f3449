'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../_ui/button';
import { Checkbox } from '../../../../_ui/form/checkbox';
import type { IconName } from '../../../../_ui/icon';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import { bulkForm } from './bulk-form';
import styles from './bulk-bar.module.css';

export interface BulkAction {
  value: string;
  label: string;
  icon: IconName;
  /** Asked before what cannot be taken back. */
  sure?: string;
}

interface Props {
  /** The call. */
  action: string;
  actions: readonly BulkAction[];
  labels: { bar: string; all: string; hint: string; /** Of how many are chosen, from 0 to all. */ chosen: readonly string[] };
}

/**
 * The form that the checkboxes of a list (`ChooseRow`) belong to: one button an action. With scripts it says how many rows are chosen and
 * chooses all; without, what was chosen is simply sent.
 */
export function BulkBar({ action, actions, labels }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState<number | null>(null);
  const total = labels.chosen.length - 1;
  // With the labels comes another list, whose rows are not chosen.
  useEffect(() => {
    const look = () => setCount(rowsOf(form.current).filter(({ checked }) => checked).length);
    look();
    document.addEventListener('change', look);
    return () => document.removeEventListener('change', look);
  }, [labels]);
  const chooseAll = (checked: boolean) => {
    for (const row of rowsOf(form.current)) row.checked = checked;
    setCount(checked ? total : 0);
  };
  return (
    <form ref={form} id={bulkForm} method="post" action={action} className={styles.bar} data-chosen={count === null ? undefined : count > 0 ? 'some' : 'none'} aria-label={labels.bar}>
      {count === null ? <p className={styles.count}>{labels.hint}</p> : (
        <>
          <Checkbox label={labels.all} checked={total > 0 && count === total} onChange={(event) => chooseAll(event.target.checked)} />
          <p className={styles.count} role="status">{labels.chosen[count]}</p>
        </>
      )}
      <div className={styles.actions}>
        {actions.map(({ value, label, icon, sure }) => {
          const button = <Button key={value} type="submit" name="action" value={value} size="small" variant={sure ? 'danger' : 'secondary'} icon={icon} aria-disabled={count === 0}>{label}</Button>;
          return sure ? <Disclosure key={value} summary={label}><p>{sure}</p>{button}</Disclosure> : button;
        })}
      </div>
    </form>
  );
}

const rowsOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter((element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name.startsWith('rows.'));
