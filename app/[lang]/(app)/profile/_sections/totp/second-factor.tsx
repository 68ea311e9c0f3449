import { getFormatter, type getTranslations } from 'next-intl/server';
import { worksInAdministration, type Actor } from '@/lib/actor';
import { listPasskeys } from '@/lib/auth/passkeys/list-passkeys';
import { countRecoveryCodes } from '@/lib/auth/totp/recovery-codes';
import type { Language } from '@/lib/language';
import { Card } from '../../../../_ui/layout/card';
import { Notice } from '../../../../_ui/feedback/notice';
import { proofLabels } from '../proof/proof-labels';
import styles from '../section.module.css';
import { AuthenticatorChange } from './authenticator-change';
import { NewRecoveryCodes } from './new-recovery-codes';
import { TotpSetup } from './totp-setup';

/** `?notice=` of this part of the page, with its message. */
export const secondFactorNotices = [['authenticator-changed', 'authenticator_changed']] as const;

/** From here on the page advises to make new ones. */
const fewCodes = 2;

type Translator = Awaited<ReturnType<typeof getTranslations>>;
interface SecondFactorProps { actor: Actor; confirmedAt: Date | null; lang: Language; t: Translator; auth: Translator }

/** Sets the second factor up; once it is on, replaces recovery codes and authenticator. */
export async function SecondFactor({ actor, confirmedAt, lang, t, auth }: SecondFactorProps) {
  const format = await getFormatter({ locale: lang });
  const hasPasskey = (await listPasskeys(actor, actor.userId)).length > 0;
  if (!confirmedAt) {
    return (
      <Card as="section" className={styles.card}>
        <h2>{t('totp_title')}</h2>
        <noscript>{t('totp_needs_scripts')}</noscript>
        <TotpSetup labels={setupLabels(t, auth, worksInAdministration(actor.role))} proofLabels={proofLabels(t, auth, t('totp_password'))} ways={{ code: false, passkey: hasPasskey }} />
      </Card>
    );
  }
  const left = await countRecoveryCodes(actor);
  const proof = { proofLabels: proofLabels(t, auth, t('totp_password')), ways: { code: true, passkey: hasPasskey } };
  return (
    <Card as="section" className={styles.card}>
      <h2>{t('totp_title')}</h2>
      <p>{t('totp_on', { date: format.dateTime(confirmedAt, 'long') })}</p>
      <noscript>{t('totp_needs_scripts')}</noscript>
      <h3>{t('recovery_codes_title')}</h3>
      <p>{t('recovery_codes_left', { count: left })}</p>
      {left <= fewCodes && <Notice tone="notice">{t('recovery_codes_few')}</Notice>}
      <NewRecoveryCodes labels={{ ...codesLabels(t), intro: t('recovery_codes_intro'), make: t('recovery_codes_make'), failed: t('failed') }} {...proof} />
      <h3>{t('authenticator_title')}</h3>
      <AuthenticatorChange labels={changeLabels(t, auth)} doneAt={`/${lang}/profile/security?notice=authenticator-changed`} {...proof} />
    </Card>
  );
}

const codesLabels = (t: Translator) => ({
  codes: t('totp_codes'), copy: t('recovery_codes_copy'), copied: t('recovery_codes_copied'), copyFailed: t('recovery_codes_copy_failed'), download: t('recovery_codes_download'), saved: t('totp_saved'),
});

const scanLabels = (t: Translator, auth: Translator) => ({ scan: t('totp_scan'), qr: t('totp_qr'), wrong: auth('error_totp_wrong'), failed: t('failed') });

const setupLabels = (t: Translator, auth: Translator, isAdmin: boolean) => ({
  ...scanLabels(t, auth), ...codesLabels(t), intro: t(isAdmin ? 'totp_admin' : 'totp_off'), start: t('totp_start'), code: auth('totp'), confirm: t('totp_confirm'),
});

const changeLabels = (t: Translator, auth: Translator) => ({
  ...scanLabels(t, auth), intro: t('authenticator_intro'), start: t('authenticator_change'), code: t('authenticator_new_code'), confirm: t('authenticator_confirm'), expired: t('authenticator_expired'),
});
