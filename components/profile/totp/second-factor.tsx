import { getFormatter, type getTranslations } from 'next-intl/server';
import { Card } from '@/components/layout/card';
import { Notice } from '@/components/ui/feedback/notice';
import { listPasskeys } from '@/lib/accounts/passkeys';
import { countRecoveryCodes } from '@/lib/accounts/second-factor';
import type { Language } from '@/lib/language';
import { type Actor, canEnterAdministration } from '@/lib/permissions';
import { NewRecoveryCodes } from './recovery-codes';
import { AuthenticatorChange, TotpSetup } from './totp-setup';
import styles from '@/components/profile/section.module.css';

export const secondFactorNotices = [['authenticator-changed', 'authenticator_changed']] as const;

const fewCodes = 2;

type Translator = Awaited<ReturnType<typeof getTranslations>>;
interface SecondFactorProps {
  actor: Actor;
  confirmedAt: Date | null;
  lang: Language;
  t: Translator;
}

export async function SecondFactor({ actor, confirmedAt, lang, t }: SecondFactorProps) {
  const format = await getFormatter({ locale: lang });
  const hasPasskey = (await listPasskeys(actor, actor.userId)).length > 0;
  if (!confirmedAt) {
    return (
      <Card as="section" className={styles.card}>
        <h2>{t('totp_title')}</h2>
        <noscript>{t('totp_needs_scripts')}</noscript>
        <TotpSetup isAdmin={canEnterAdministration(actor.role)} methods={{ code: false, passkey: hasPasskey }} />
      </Card>
    );
  }
  const codesLeft = await countRecoveryCodes(actor);
  const methods = { code: true, passkey: hasPasskey };
  return (
    <Card as="section" className={styles.card}>
      <h2>{t('totp_title')}</h2>
      <p>{t('totp_on', { date: format.dateTime(confirmedAt, 'long') })}</p>
      <noscript>{t('totp_needs_scripts')}</noscript>
      <h3>{t('recovery_codes_title')}</h3>
      <p>{t('recovery_codes_left', { count: codesLeft })}</p>
      {codesLeft <= fewCodes && <Notice tone="notice">{t('recovery_codes_few')}</Notice>}
      <NewRecoveryCodes methods={methods} />
      <h3>{t('authenticator_title')}</h3>
      <AuthenticatorChange methods={methods} nextUrl={`/${lang}/profile/security?notice=authenticator-changed`} />
    </Card>
  );
}
