import { useTranslations } from 'next-intl';
import { Field } from '@/components/form/field';

/** For forms sent without JavaScript, which cannot open the step-up dialog. */
export function StepUpField({ id }: { id?: string | undefined }) {
  const t = useTranslations('admin');
  return (
    <Field
      id={id}
      name="stepUpCode"
      label={t('proof_code')}
      help={`${t('proof_text')} ${t('proof_help')}`}
      latin
      required
      autoCapitalize="none"
      autoComplete="one-time-code"
    />
  );
}
