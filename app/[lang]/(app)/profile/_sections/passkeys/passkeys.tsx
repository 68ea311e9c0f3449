import { getFormatter, type getTranslations } from 'next-intl/server';
import { Badge } from '../../../../_ui/text/badge';
import { Button } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { Field } from '../../../../_ui/form/field';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import { Icon } from '../../../../_ui/icon';
import { proofLabels } from '../proof/proof-labels';
import { RemovalForm } from '../proof/removal-form';
import { PasskeyAdder } from './passkey-adder';
import styles from './passkeys.module.css';
import sectionStyles from '../section.module.css';
import { listPasskeys, type ListedPasskey } from '@/lib/auth/passkeys/list-passkeys';
import { isOn } from '@/lib/content/capabilities';
import type { Actor } from '@/lib/actor';
import type { Language } from '@/lib/language';

/** `?notice=` of this part of the page, with its message. */
export const passkeyNotices = [['passkey-added', 'passkey_added'], ['passkey-renamed', 'passkey_renamed'], ['passkey-removed', 'passkey_removed']] as const;

type Translator = Awaited<ReturnType<typeof getTranslations>>;
interface PasskeysProps { actor: Actor; lang: Language; /** Before one is removed. */ asksPassword: boolean; t: Translator; auth: Translator }

/** Row N22: each passkey with its name and its removal, and one more. With passkeys switched off those that are there stay, as a second factor (decision 171). Adding needs scripts, the rest does not. */
export async function Passkeys({ actor, lang, asksPassword, t, auth }: PasskeysProps) {
  const format = await getFormatter({ locale: lang });
  const passkeys = await listPasskeys(actor, actor.userId);
  const mayAdd = await isOn('passkeys');
  if (!mayAdd && passkeys.length === 0) return null;
  const dateOf = ({ lastUsedAt }: ListedPasskey) => (lastUsedAt ? t('passkey_used_at', { date: format.dateTime(lastUsedAt, 'long') }) : t('passkey_unused'));
  return (
    <Card as="section" className={sectionStyles.card}>
      <h2>{t('passkeys_title')}</h2>
      <p>{t('passkeys_intro')}</p>
      {passkeys.length > 0 && (
        <ul className={sectionStyles.devices} aria-label={t('passkeys_title')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.passkey}>
              <Icon name="key" size={22} />
              <div>
                <p><bdi>{passkey.name}</bdi> {passkey.backedUp && <Badge>{t('passkey_backed_up')}</Badge>}</p>
                <small>{t('passkey_added_at', { date: format.dateTime(passkey.createdAt, 'long') })} · {dateOf(passkey)}</small>
              </div>
              <RemovalForm action={`/api/user/${actor.userId}/passkeys/${passkey.id}/remove`} id={`remove-${passkey.id}`} label={t('passkey_remove')} asksPassword={asksPassword} t={t} auth={auth} />
              <Disclosure summary={t('passkey_rename')} className={styles.rename}>
                <form method="post" action={`/api/user/${actor.userId}/passkeys/${passkey.id}/rename`}>
                  <Field id={`passkey-${passkey.id}`} name="name" label={t('passkey_name')} defaultValue={passkey.name} maxLength={60} required autoComplete="off" dir="auto" />
                  <Button type="submit" variant="secondary" size="small">{t('passkey_save')}</Button>
                </form>
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <PasskeyAdder
          labels={adderLabels(t, auth)} proofLabels={proofLabels(t, auth, t('passkey_password'))} ways={{ code: actor.totpEnrolled, passkey: passkeys.length > 0 }}
          doneAt={`/${lang}/profile/security?notice=passkey-added`}
        />
      )}
    </Card>
  );
}

const adderLabels = (t: Translator, auth: Translator) => ({
  add: t('passkey_add'), busy: auth('passkey_busy'), full: t('passkeys_full'), known: t('passkey_known'), cancelled: t('passkey_cancelled'), unsupported: t('passkey_needs_browser'), failed: t('failed'),
});
