import { getFormatter, getTranslations } from 'next-intl/server';
import { Checkbox, Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { PasswordField } from '@/components/form/password-field';
import { Card } from '@/components/layout/card';
import { Heading } from '@/components/layout/section';
import { ClientMessages } from '@/components/messages/client-messages';
import { Button, ButtonLink, FileLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Icon } from '@/components/ui/icon';
import { Badge } from '@/components/ui/text/badge';
import { readAccountOverview } from '@/lib/accounts/personal-data';
import { listSignInMethods } from '@/lib/accounts/providers/linked-providers';
import { listSessions, type SignedInDevice } from '@/lib/accounts/sessions/devices';
import { isFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { now } from '@/lib/clock';
import { RecentEvents } from './activity';
import { AccountEmail, ConfirmEmail } from './details';
import type { ProfileSectionProps } from './profile-shell';
import { LinkedList, passkeyNotices, Passkeys } from './sign-in-methods';
import { SecondFactor, secondFactorNotices } from './totp/second-factor';
import styles from './section.module.css';

const notices: ReadonlyMap<string, string> = new Map([
  ['device-ended', 'device_ended'],
  ['confirm-sent', 'confirm_sent'],
  ['unlinked', 'unlinked'],
  ...passkeyNotices,
  ...secondFactorNotices,
]);
const linkNotices: ReadonlyMap<string, string> = new Map([
  ['email-confirmed', 'notice_email_confirmed'],
  ['email-confirmed-other', 'notice_email_confirmed_other'],
  ['link-used', 'notice_link_used'],
]);

export async function Security({ actor, state: { lang, query, t: auth, error } }: ProfileSectionProps) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const profile = await getTranslations({ locale: lang, namespace: 'profile' });
  const format = await getFormatter({ locale: lang });
  const account = await readAccountOverview(actor);
  const methods = await listSignInMethods(actor);
  const asksPassword = methods.hasPassword && !isFreshSignIn(actor, now());
  const base = `/api/user/${actor.userId}`;
  return (
    <div className={styles.stack}>
      <Heading level={1} title={profile('security')} />
      {error && (
        <Notice tone="danger" alert>
          {query.error === 'reauthenticate' && !methods.hasPassword ? t('recent_needed') : error}
        </Notice>
      )}
      <ProfileNotice code={query.notice ?? ''} t={t} auth={auth} />
      <Card as="section" className={styles.card}>
        <h2>{t('details_title')}</h2>
        <dl className={styles.facts}>
          <div>
            <dt>{t('name')}</dt>
            <dd>
              <bdi>{actor.name}</bdi>
            </dd>
          </div>
          <div>
            <dt>{auth('email')}</dt>
            <dd>
              <AccountEmail actor={actor} isConfirmed={account.emailIsConfirmed} lang={lang} />
            </dd>
          </div>
          {account.phone && (
            <div>
              <dt>{auth('phone')}</dt>
              <dd>
                <bdi dir="ltr">{account.phone}</bdi>
              </dd>
            </div>
          )}
        </dl>
        <ButtonLink href={`/${lang}/profile/details`} prefetch={false} variant="secondary" icon="pencil">
          {t('details_change')}
        </ButtonLink>
        <ConfirmEmail actor={actor} isConfirmed={account.emailIsConfirmed} lang={lang} />
      </Card>
      <Card as="section" className={styles.card}>
        <h2>{t('devices_title')}</h2>
        <p>{t('devices_intro')}</p>
        <DeviceList devices={await listSessions(actor, actor.userId, now())} base={base} t={t} format={format} />
      </Card>
      <Card as="section" className={styles.card}>
        <h2>{t('linked_title')}</h2>
        <LinkedList methods={methods} base={base} asksPassword={asksPassword} t={t} auth={auth} format={format} />
      </Card>
      <ClientMessages lang={lang} namespaces={['account', 'auth']}>
        <Passkeys actor={actor} lang={lang} asksPassword={asksPassword} t={t} auth={auth} />
        <SecondFactor actor={actor} confirmedAt={account.totpConfirmedAt} lang={lang} t={t} />
      </ClientMessages>
      <RecentEvents actor={actor} lang={lang} />
      <Card as="section" className={styles.card}>
        <h2>{t('data_title')}</h2>
        <p>{t('data_intro')}</p>
        <FileLink href={`${base}/profile/export`}>{t('export')}</FileLink>
      </Card>
      <Card as="section" className={styles.card}>
        <h2>{t('delete_title')}</h2>
        <p>{t('delete_intro')}</p>
        <Form method="post" action={`${base}/profile/delete`} className={styles.form}>
          {actor.email === null ? (
            <Checkbox required label={t('delete_confirm_no_email')} />
          ) : (
            <Field
              name="email"
              id="delete-email"
              type="email"
              label={t('delete_confirm')}
              latin
              required
              autoComplete="off"
            />
          )}
          <PasswordField
            name="currentPassword"
            label={auth('current_password')}
            help={auth('current_password_help')}
            autoComplete="current-password"
            showLabel={auth('show_password')}
            hideLabel={auth('hide_password')}
          />
          <Button type="submit" variant="danger">
            {t('delete_submit')}
          </Button>
        </Form>
      </Card>
    </div>
  );
}

function ProfileNotice({ code, t, auth }: { code: string } & Record<'t' | 'auth', (key: string) => string>) {
  const notice = notices.get(code);
  const linkNotice = linkNotices.get(code);
  if (notice)
    return (
      <Notice tone="success" alert>
        {t(notice)}
      </Notice>
    );
  return linkNotice ? (
    <Notice tone={code === 'email-confirmed' ? 'success' : 'notice'} alert>
      {auth(linkNotice)}
    </Notice>
  ) : null;
}

interface DeviceListProps {
  devices: SignedInDevice[];
  base: string;
  t: Awaited<ReturnType<typeof getTranslations>>;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

function DeviceList({ devices, base, t, format }: DeviceListProps) {
  return (
    <>
      <ul className={styles.devices}>
        {devices.map(({ sessionId, device, signedInAt, lastSeenAt, current }) => (
          <li key={sessionId}>
            <Icon name="globe" size={22} />
            <div>
              <p>
                <bdi>{device ?? t('device_unknown')}</bdi> {current && <Badge>{t('this_device')}</Badge>}
              </p>
              <small>
                {t('signed_in_at', { date: format.dateTime(signedInAt, 'long') })} ·{' '}
                {t('last_seen', { date: format.dateTime(lastSeenAt, 'time') })}
              </small>
            </div>
            {!current && (
              <form method="post" action={`${base}/sessions/${sessionId}/end`}>
                <Button type="submit" variant="quiet" size="small">
                  {t('sign_out_device')}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form method="post" action={`${base}/sessions/end-all`}>
        <Button type="submit" variant="secondary" icon="logout">
          {t('sign_out_everywhere')}
        </Button>
      </form>
    </>
  );
}
