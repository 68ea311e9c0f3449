import { getTranslations } from 'next-intl/server';
import { AccountForm, type AccountField } from '../../../_account/account-form';
import { formLabels } from '../../../_account/labels';
import { AskAgain } from '../../../_session/ask-again';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Notice } from '../../../_ui/feedback/notice';
import { Heading } from '../../../_ui/layout/section';
import { AccountEmail, ConfirmEmail } from './account-email';
import type { SectionProps } from './section-props';
import styles from './section.module.css';
import { NewsletterCard } from './newsletter';
import { WeeklyMailCard } from './weekly-mail';
import { accountOverview } from '@/lib/accounts/personal-data';
import { wantsQuestionMails } from '@/lib/courses/questions/question-mails';
import { wantsReminders } from '@/lib/checkout/reminders/opt-out';
import { pendingEmailOf } from '@/lib/auth/email-change/request-email-change';
import { isOn } from '@/lib/content/capabilities';
import { listSignInMethods } from '@/lib/auth/providers/linked-providers';
import { now } from '@/lib/clock';

const notices: ReadonlyMap<string, string> = new Map([
  ['details-changed', 'details_changed'], ['email-asked', 'email_asked'], ['email-changed', 'email_changed'], ['reminders-changed', 'reminders_changed'],
  ['question-mails-changed', 'question_mails_changed'], ['weekly-changed', 'weekly_changed'], ['newsletter-changed', 'newsletter_changed'],
]);

/** Row N24: the person's name, phone and email address, each with a form of its own. */
export async function Details({ actor, state }: SectionProps) {
  const { lang, query, t: auth, error, errors, typed, messages } = state;
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const account = await accountOverview(actor);
  const { hasPassword } = await listSignInMethods(actor);
  const questionMails = await wantsQuestionMails(actor.userId);
  const reminders = await wantsReminders(actor.email);
  const pending = await pendingEmailOf(actor, now());
  const [changesEmail, hasReminders, hasQuestions, hasWeeklyMail, hasNewsletter] = await Promise.all((['emailChange', 'reminders', 'lessonQuestions', 'weeklyMail', 'newsletter'] as const).map(isOn));
  const base = `/api/user/${actor.userId}/profile`;
  const notice = notices.get(query.notice ?? '');
  const shared = { errors, messages };
  const name: AccountField = { name: 'name', kind: 'text', label: auth('full_name'), autoComplete: 'name' };
  const phone: AccountField = { name: 'phone', kind: 'tel', label: auth('phone'), help: auth('phone_help'), autoComplete: 'tel-national' };
  return (
    <div className={styles.stack}>
      <Heading level={1} title={t('details_title')}>{t('details_intro')}</Heading>
      {notice && <Notice tone="success" alert>{t(notice)}</Notice>}
      {query.notice === 'details-changed' && <AskAgain />}
      {error && <Notice tone="danger" alert>{query.error === 'reauthenticate' && !hasPassword ? t('recent_needed') : error}</Notice>}
      <Card as="section" className={styles.card}>
        <h2>{t('name_and_phone')}</h2>
        <div className={styles.form}>
          <AccountForm {...shared} form="name" action={`${base}/details`} fields={[name]} typed={{ name: actor.name, ...typed }} labels={formLabels(auth, 'name')} />
          <AccountForm {...shared} form="phone" action={`${base}/details`} fields={[phone]} typed={{ phone: account.phone ?? '', ...typed }} labels={formLabels(auth, 'phone')} />
        </div>
      </Card>
      <Card as="section" className={styles.card}>
        <h2>{auth('email')}</h2>
        <p><AccountEmail actor={actor} isConfirmed={account.emailIsConfirmed} lang={lang} /></p>
        <ConfirmEmail actor={actor} isConfirmed={account.emailIsConfirmed} lang={lang} />
        {changesEmail && (
          <>
            {pending && <Notice title={<bdi dir="ltr">{pending}</bdi>}>{t('email_pending')}</Notice>}
            <p>{t('email_intro')}</p>
            <div className={styles.form}>
              <AccountForm {...shared} form="newEmail" action={`${base}/email`} fields={emailFields(auth, hasPassword)} typed={typed} labels={formLabels(auth, 'new_email')} />
            </div>
          </>
        )}
      </Card>
      {actor.email && (hasReminders || hasQuestions) && (
        <Card as="section" className={styles.card}>
          <h2>{t('reminders_title')}</h2>
          {hasReminders && <MailSwitch t={t} messages="reminders" action={`${base}/reminders`} name="reminders" isWanted={reminders} />}
          {hasQuestions && <MailSwitch t={t} messages="question_mails" action={`${base}/question-mails`} name="questionMails" isWanted={questionMails} />}
        </Card>
      )}
      {actor.email && hasWeeklyMail && <WeeklyMailCard actor={actor} lang={lang} isConfirmed={account.emailIsConfirmed} />}
      {actor.email && hasNewsletter && <NewsletterCard actor={actor} lang={lang} isConfirmed={account.emailIsConfirmed} />}
    </div>
  );
}

interface MailSwitchProps { t: (key: string) => string; messages: string; action: string; name: string; isWanted: boolean }

/** Whether mails of a kind come, and the button that changes it. */
function MailSwitch({ t, messages, action, name, isWanted }: MailSwitchProps) {
  return (
    <>
      <p>{t(`${messages}_${isWanted ? 'on' : 'off'}`)}</p>
      <form method="post" action={action}>
        <input type="hidden" name={name} value={isWanted ? 'off' : 'on'} />
        <Button type="submit" variant="secondary">{t(`${messages}_turn_${isWanted ? 'off' : 'on'}`)}</Button>
      </form>
    </>
  );
}

function emailFields(auth: (key: string) => string, hasPassword: boolean): AccountField[] {
  const email: AccountField = { name: 'email', kind: 'email', label: auth('new_email'), autoComplete: 'email' };
  if (!hasPassword) return [{ ...email, help: auth('new_email_proof') }];
  return [email, { name: 'currentPassword', kind: 'password', label: auth('current_password'), help: auth('current_password_help'), autoComplete: 'current-password', optional: true }];
}
