import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountFrame } from '@/components/account/account-frame';
import { type PageProps, readFormState } from '@/components/account/form-state';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Button } from '@/components/ui/button';
import { readLang } from '@/lib/language';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: await readLang(params), namespace: 'newsletter' });
  return { title: t('title'), robots: { index: false, follow: false } };
}

export default async function NewsletterPage(props: PageProps) {
  const { lang, query, error, errors, typed } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'newsletter' });
  const isSent = query.sent === '1' && !error;
  return (
    <AccountFrame
      title={isSent ? t('sent_title') : t('title')}
      intro={isSent ? t('sent_text') : t('consent')}
      note={t('note')}
      notices={[error ? { tone: 'danger', text: error } : null]}
    >
      {isSent ? (
        <p>{t('sent_missing')}</p>
      ) : (
        <Form method="post" action="/api/newsletter/subscribe">
          <Field
            name="email"
            label={t('address')}
            latin
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={typed.email}
            error={errors.email}
          />
          <Button type="submit" size="large" wide>
            {t('subscribe')}
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
