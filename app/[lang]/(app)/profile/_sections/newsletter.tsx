import { getTranslations } from 'next-intl/server';
import type { Actor } from '@/lib/actor';
import { languages, languageTraits, type Language } from '@/lib/language';
import { subscriptionOf } from '@/lib/newsletter/own-subscription';
import { Button } from '../../../_ui/button';
import { Form, FormActions } from '../../../_ui/form/form';
import { Select } from '../../../_ui/form/select';
import { Card } from '../../../_ui/layout/card';
import styles from './section.module.css';

interface Props { actor: Actor; lang: Language; isConfirmed: boolean }

/** Row N9: the newsletter at the account's address, and in which language. */
export async function NewsletterCard({ actor, lang, isConfirmed }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'newsletter' });
  const subscription = await subscriptionOf(actor);
  const action = `/api/user/${actor.userId}/profile/newsletter`;
  const isOn = subscription !== null && !subscription.bounced;
  return (
    <Card as="section" className={styles.card} aria-labelledby="newsletter">
      <h2 id="newsletter">{t('title')}</h2>
      <p>{isOn ? t('profile_on') : t('consent')}</p>
      {subscription?.bounced && <p>{t('profile_bounced')}</p>}
      {!isConfirmed && <p>{t('profile_unconfirmed')}</p>}
      {isConfirmed && (
        <Form method="post" action={action}>
          <input type="hidden" name="newsletter" value="on" />
          <Select id="newsletter-lang" name="newsletterLang" label={t('profile_lang')} defaultValue={subscription?.lang ?? lang}>
            {languages.map((each) => <option key={each} value={each} lang={each}>{languageTraits[each].name}</option>)}
          </Select>
          <FormActions><Button type="submit" variant="secondary">{t(isOn ? 'profile_save' : 'subscribe')}</Button></FormActions>
        </Form>
      )}
      {isConfirmed && isOn && (
        <form method="post" action={action}>
          <input type="hidden" name="newsletter" value="off" />
          <Button type="submit" variant="quiet">{t('stop')}</Button>
        </form>
      )}
    </Card>
  );
}
