import { getTranslations } from 'next-intl/server';
import { type AccountField, AccountForm } from '@/components/account/account-form';
import { formLabels } from '@/components/account/form-state';
import { Card } from '@/components/layout/card';
import { Heading } from '@/components/layout/section';
import { RefreshStoredUser } from '@/components/session/refresh-stored-user';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { findPendingEmail } from '@/lib/accounts/email-change';
import { readAccountOverview } from '@/lib/accounts/personal-data';
import { listSignInMethods } from '@/lib/accounts/providers/linked-providers';
import { now } from '@/lib/clock';
import { isEnabled } from '@/lib/content/enabled-features';
import type { Language } from '@/lib/language';
import { wantsQuestionMails } from '@/lib/lessons/questions/question-mails';
import { wantsReminders } from '@/lib/orders/reminders';
import type { Actor } from '@/lib/permissions';
import type { ProfileSectionProps } from './profile-shell';
import { NewsletterCard, WeeklyMailCard } from './subscriptions';
import styles from './section.module.css';

const notices: ReadonlyMap<string, string> = new Map([
  ['details-changed', 'details_changed'],
  ['email-asked', 'email_asked'],
  ['email-changed', 'email_changed'],
  ['reminders-changed', 'reminders_changed'],
  ['question-mails-changed', 'question_mails_changed'],
  ['weekly-changed', 'weekly_changed'],
  ['newsletter-changed', 'newsletter_changed'],
]);

export async function Details({ actor, state }: ProfileSectionProps) {
  const { lang, query, t: auth, error, errors, typed, messages } = state;
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const account = await readAccountOverview(actor);
  const { hasPassword } = await listSignInMethods(actor);
  const questionMails = await wantsQuestionMails(actor.userId);
  const reminders = await wantsReminders(actor.email);
  const pending = await findPendingEmail(actor, now());
  const [changesEmail, hasReminders, hasQuestions, hasWeeklyMail, hasNewsletter] = await Promise.all(
    (['emailChange', 'reminders', 'lessonQuestions', 'weeklyMail', 'newsletter'] as const).map(isEnabled),
  );
  const base = `/api/user/${actor.userId}/profile`;
  const notice = notices.get(query.notice ?? '');
  const shared = { errors, messages };
  const name: AccountField = { name: 'name', kind: 'text', label: auth('full_name'), autoComplete: 'name' };
  const phone: AccountField = {
    name: 'phone',
    kind: 'tel',
    label: auth('phone'),
    help: auth('phone_help'),
    autoComplete: 'tel-national',
  };
  return (
    <div className={styles.stack}>
      <Heading level={1} title={t('details_title')}>
        {t('details_intro')}
      </Heading>
      {notice && (
        <Notice tone="success" alert>
          {t(notice)}
        </Notice>
      )}
      {query.notice === 'details-changed' && <RefreshStoredUser />}
      {error && (
        <Notice tone="danger" alert>
          {query.error === 'reauthenticate' && !hasPassword ? t('recent_needed') : error}
        </Notice>
      )}
      <Card as="section" className={styles.card}>
        <h2>{t('name_and_phone')}</h2>
        <div className={styles.form}>
          <AccountForm
            {...shared}
            form="name"
            action={`${base}/details`}
            fields={[name]}
            typed={{ name: actor.name, ...typed }}
            labels={formLabels(auth, 'name')}
          />
          <AccountForm
            {...shared}
            form="phone"
            action={`${base}/details`}
            fields={[phone]}
            typed={{ phone: account.phone ?? '', ...typed }}
            labels={formLabels(auth, 'phone')}
          />
        </div>
      </Card>
      <Card as="section" className={styles.card}>
        <h2>{auth('email')}</h2>
        <p>
          <AccountEmail actor={actor} isConfirmed={account.emailIsConfirmed} lang={lang} />
        </p>
        <ConfirmEmail actor={actor} isConfirmed={account.emailIsConfirmed} lang={lang} />
        {changesEmail && (
          <>
            {pending && <Notice title={<bdi dir="ltr">{pending}</bdi>}>{t('email_pending')}</Notice>}
            <p>{t('email_intro')}</p>
            <div className={styles.form}>
              <AccountForm
                {...shared}
                form="newEmail"
                action={`${base}/email`}
                fields={emailFields(auth, hasPassword)}
                typed={typed}
                labels={formLabels(auth, 'new_email')}
              />
            </div>
          </>
        )}
      </Card>
      {actor.email && (hasReminders || hasQuestions) && (
        <Card as="section" className={styles.card}>
          <h2>{t('reminders_title')}</h2>
          {hasReminders && (
            <MailSwitch
              t={t}
              messages="reminders"
              action={`${base}/reminders`}
              name="reminders"
              isWanted={reminders}
              canTurnOn={account.emailIsConfirmed}
            />
          )}
          {hasQuestions && (
            <MailSwitch
              t={t}
              messages="question_mails"
              action={`${base}/question-mails`}
              name="questionMails"
              isWanted={questionMails}
            />
          )}
        </Card>
      )}
      {actor.email && hasWeeklyMail && (
        <WeeklyMailCard actor={actor} lang={lang} isConfirmed={account.emailIsConfirmed} />
      )}
      {actor.email && hasNewsletter && (
        <NewsletterCard actor={actor} lang={lang} isConfirmed={account.emailIsConfirmed} />
      )}
    </div>
  );
}

interface MailSwitchProps {
  t: (key: string) => string;
  messages: string;
  action: string;
  name: string;
  isWanted: boolean;
  canTurnOn?: boolean;
}

function MailSwitch({ t, messages, action, name, isWanted, canTurnOn = true }: MailSwitchProps) {
  if (!isWanted && !canTurnOn)
    return (
      <p>
        {t(`${messages}_off`)} {t(`${messages}_unconfirmed`)}
      </p>
    );
  return (
    <>
      <p>{t(`${messages}_${isWanted ? 'on' : 'off'}`)}</p>
      <form method="post" action={action}>
        <input type="hidden" name={name} value={isWanted ? 'off' : 'on'} />
        <Button type="submit" variant="secondary">
          {t(`${messages}_turn_${isWanted ? 'off' : 'on'}`)}
        </Button>
      </form>
    </>
  );
}

function emailFields(auth: (key: string) => string, hasPassword: boolean): AccountField[] {
  const email: AccountField = { name: 'email', kind: 'email', label: auth('new_email'), autoComplete: 'email' };
  if (!hasPassword) return [{ ...email, help: auth('new_email_proof') }];
  return [
    email,
    {
      name: 'currentPassword',
      kind: 'password',
      label: auth('current_password'),
      help: auth('current_password_help'),
      autoComplete: 'current-password',
      optional: true,
    },
  ];
}

interface AccountEmailProps {
  actor: Actor;
  isConfirmed: boolean;
  lang: Language;
}

export async function AccountEmail({ actor: { email }, isConfirmed, lang }: AccountEmailProps) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  if (!email) return t('no_email');
  return (
    <>
      <bdi dir="ltr">{email}</bdi>{' '}
      <Badge tone={isConfirmed ? 'success' : 'notice'}>{t(isConfirmed ? 'confirmed' : 'unconfirmed')}</Badge>
    </>
  );
}

export async function ConfirmEmail({ actor: { userId, email }, isConfirmed, lang }: AccountEmailProps) {
  if (!email || isConfirmed) return null;
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  return (
    <form method="post" action={`/api/user/${userId}/profile/confirm-email`} className={styles.line}>
      <p>{t('confirm_help')}</p>
      <Button type="submit" variant="secondary" size="small">
        {t('confirm_again')}
      </Button>
    </form>
  );
}
