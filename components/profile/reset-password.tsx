import { type AccountField, AccountForm } from '@/components/account/account-form';
import { formLabels } from '@/components/account/form-state';
import { Card } from '@/components/layout/card';
import { Heading } from '@/components/layout/section';
import { Notice } from '@/components/ui/feedback/notice';
import type { ProfileSectionProps } from './profile-shell';
import styles from './section.module.css';
import links from '@/components/account/links.module.css';

export async function ResetPassword({
  actor,
  state: { lang, query, t, error, errors, messages },
}: ProfileSectionProps) {
  const fields: AccountField[] = [
    { name: 'sub', kind: 'password', label: t('new_password'), help: t('password_help'), autoComplete: 'new-password' },
    { name: 'confirmPassword', kind: 'password', label: t('confirm_new_password'), autoComplete: 'new-password' },
    {
      name: 'currentPassword',
      kind: 'password',
      label: t('current_password'),
      help: t('current_password_help'),
      autoComplete: 'current-password',
      optional: true,
    },
  ];
  return (
    <div className={styles.stack}>
      <Heading level={1} title={t('reset_title')}>
        {t('reset_intro')}
      </Heading>
      {query.done && (
        <Notice tone="success" alert>
          {t('reset_done')}
        </Notice>
      )}
      {error && (
        <Notice tone="danger" alert title={t('reset_failed')}>
          {error}
        </Notice>
      )}
      <Card>
        <div className={styles.form}>
          <AccountForm
            form="reset"
            action="/auth/reset-password"
            hidden={{ userId: actor.userId }}
            username={actor.email}
            fields={fields}
            errors={errors}
            messages={messages}
            labels={formLabels(t, 'reset')}
          />
          <form method="post" action="/auth/logout" className={links.ask}>
            <input type="hidden" name="to" value={`/${lang}/login`} />
            <button type="submit">{t('login_link')}</button>
          </form>
        </div>
      </Card>
    </div>
  );
}
