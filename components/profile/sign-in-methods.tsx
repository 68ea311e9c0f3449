import { getFormatter, type getTranslations } from 'next-intl/server';
import { Field } from '@/components/form/field';
import { PasswordField } from '@/components/form/password-field';
import { Card } from '@/components/layout/card';
import { Disclosure } from '@/components/layout/disclosure';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Badge } from '@/components/ui/text/badge';
import { type ListedPasskey, listPasskeys } from '@/lib/accounts/passkeys';
import { canUnlink, type SignInMethods } from '@/lib/accounts/providers/linked-providers';
import { isEnabled } from '@/lib/content/enabled-features';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { AddPasskeyForm } from './add-passkey-form';
import styles from './passkeys.module.css';
import sectionStyles from './section.module.css';

export const passkeyNotices = [
  ['passkey-added', 'passkey_added'],
  ['passkey-renamed', 'passkey_renamed'],
  ['passkey-removed', 'passkey_removed'],
] as const;

type Translator = Awaited<ReturnType<typeof getTranslations>>;
interface PasskeysProps {
  actor: Actor;
  lang: Language;
  asksPassword: boolean;
  t: Translator;
  auth: Translator;
}

/** Row N22: lists passkeys. With the feature flag off, they remain usable as a second factor (decision 171). */
export async function Passkeys({ actor, lang, asksPassword, t, auth }: PasskeysProps) {
  const format = await getFormatter({ locale: lang });
  const passkeys = await listPasskeys(actor, actor.userId);
  const mayAdd = await isEnabled('passkeys');
  if (!mayAdd && passkeys.length === 0) return null;
  const formatDate = ({ lastUsedAt }: ListedPasskey) =>
    lastUsedAt ? t('passkey_used_at', { date: format.dateTime(lastUsedAt, 'long') }) : t('passkey_unused');
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
                <p>
                  <bdi>{passkey.name}</bdi> {passkey.backedUp && <Badge>{t('passkey_backed_up')}</Badge>}
                </p>
                <small>
                  {t('passkey_added_at', { date: format.dateTime(passkey.createdAt, 'long') })} · {formatDate(passkey)}
                </small>
              </div>
              <RemovalForm
                action={`/api/user/${actor.userId}/passkeys/${passkey.id}/remove`}
                id={`remove-${passkey.id}`}
                label={t('passkey_remove')}
                asksPassword={asksPassword}
                t={t}
                auth={auth}
              />
              <Disclosure summary={t('passkey_rename')} className={styles.rename}>
                <form method="post" action={`/api/user/${actor.userId}/passkeys/${passkey.id}/rename`}>
                  <Field
                    id={`passkey-${passkey.id}`}
                    name="name"
                    label={t('passkey_name')}
                    defaultValue={passkey.name}
                    maxLength={60}
                    required
                    autoComplete="off"
                    dir="auto"
                  />
                  <Button type="submit" variant="secondary" size="small">
                    {t('passkey_save')}
                  </Button>
                </form>
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <AddPasskeyForm
          methods={{ code: actor.totpEnrolled, passkey: passkeys.length > 0 }}
          nextUrl={`/${lang}/profile/security?notice=passkey-added`}
        />
      )}
    </Card>
  );
}

type LinkedListTexts = Awaited<ReturnType<typeof getTranslations>>;

interface LinkedListProps {
  methods: SignInMethods;
  base: string;
  asksPassword: boolean;
  t: LinkedListTexts;
  auth: LinkedListTexts;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

export function LinkedList({ methods, base, asksPassword, t, auth, format }: LinkedListProps) {
  if (methods.linked.length === 0) return <p>{t('linked_none')}</p>;
  const may = canUnlink(methods);
  return (
    <>
      <ul className={sectionStyles.devices} data-testid="linked">
        {methods.linked.map(({ id, provider, email, linkedAt }) => (
          <li key={id}>
            <Icon name="lock" size={22} />
            <div>
              <p>
                {t(`provider_${provider}`)} {email && <bdi dir="ltr">{email}</bdi>}
              </p>
              <small>{t('linked_at', { date: format.dateTime(linkedAt, 'long') })}</small>
            </div>
            {may && (
              <RemovalForm
                action={`${base}/providers/${id}/unlink`}
                id={`unlink-${id}`}
                label={t('unlink')}
                asksPassword={asksPassword}
                t={t}
                auth={auth}
              />
            )}
          </li>
        ))}
      </ul>
      {!may && <p>{t('linked_last')}</p>}
    </>
  );
}

type RemovalTexts = Awaited<ReturnType<typeof getTranslations>>;

interface RemovalFormProps {
  action: string;
  id: string;
  label: string;
  asksPassword: boolean;
  t: RemovalTexts;
  auth: RemovalTexts;
}

function RemovalForm({ action, id, label, asksPassword, t, auth }: RemovalFormProps) {
  if (!asksPassword) {
    return (
      <form method="post" action={action}>
        <Button type="submit" variant="quiet" size="small">
          {label}
        </Button>
      </form>
    );
  }
  return (
    <Disclosure summary={label} className={sectionStyles.removal}>
      <form method="post" action={action} className={sectionStyles.form}>
        <PasswordField
          name="currentPassword"
          id={id}
          label={auth('current_password')}
          help={t('removal_password')}
          required
          autoComplete="current-password"
          showLabel={auth('show_password')}
          hideLabel={auth('hide_password')}
        />
        <Button type="submit" variant="danger" size="small">
          {label}
        </Button>
      </form>
    </Disclosure>
  );
}
