import { useTranslations } from 'next-intl';
import { Field } from '@/components/form/field';
import { FieldRow } from '@/components/form/form';
import { languages, type Localised } from '@/lib/language';

interface NameFieldsProps {
  id: string;
  names: Localised;
  languageNames: Localised;
  required?: boolean;
  /** Errors by language. */
  errors?: Readonly<Record<string, string | undefined>>;
  onChange: (names: Localised) => void;
}

export function NameFields({ id, names, languageNames, required, errors = {}, onChange }: NameFieldsProps) {
  const t = useTranslations('admin');
  return (
    <FieldRow>
      {languages.map((lang) => (
        <Field
          key={lang}
          id={`${id}-${lang}`}
          name={`${id}-${lang}`}
          label={t('name_in', { language: languageNames[lang] })}
          lang={lang}
          dir="auto"
          required={required}
          value={names[lang]}
          error={errors[lang]}
          onChange={(event) => onChange({ ...names, [lang]: event.target.value })}
        />
      ))}
    </FieldRow>
  );
}
