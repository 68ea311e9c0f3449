import type { ComponentProps } from 'react';
import { Money } from '@/components/ui/text/money';
import type { Language } from '@/lib/language';
import { parsePiastres } from '@/lib/money';
import { Field } from './field';
import styles from './field.module.css';

type MoneyFieldProps = Omit<ComponentProps<typeof Field>, 'value' | 'lang'> & {
  lang: Language;
  value: string;
  readAs: string;
};

export function MoneyField({ lang, readAs, value, help, ...field }: MoneyFieldProps) {
  const piastres = parsePiastres(value, lang);
  return (
    <Field
      {...field}
      latin
      inputMode="decimal"
      autoComplete="off"
      value={value}
      help={
        <>
          {help}
          <output className={styles.reading} htmlFor={field.id ?? field.name}>
            {typeof piastres === 'number' && (
              <>
                {readAs}: <Money piastres={piastres} lang={lang} />
              </>
            )}
          </output>
        </>
      }
    />
  );
}
