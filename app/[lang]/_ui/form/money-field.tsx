import type { ComponentProps } from 'react';
import type { Language } from '@/lib/language';
import { piastresOf } from '@/lib/money';
import { Money } from '../text/money';
import { Field } from './field';
import styles from './field.module.css';

type MoneyFieldProps = Omit<ComponentProps<typeof Field>, 'value' | 'lang'> & {
  /** Of the page. */
  lang: Language;
  value: string;
  /** Goes before the amount. */
  readAs: string;
};

/** Pounds as people type them, and under the field the amount that is saved. */
export function MoneyField({ lang, readAs, value, help, ...field }: MoneyFieldProps) {
  const piastres = piastresOf(value, lang);
  return (
    <Field
      {...field} latin inputMode="decimal" autoComplete="off" value={value}
      help={<>{help}<output className={styles.reading} htmlFor={field.id ?? field.name}>{typeof piastres === 'number' && <>{readAs}: <Money piastres={piastres} lang={lang} /></>}</output></>}
    />
  );
}
