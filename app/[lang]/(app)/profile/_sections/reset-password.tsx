import { AccountForm, type AccountField } from '../../../_account/account-form';
import { formLabels } from '../../../_account/labels';
import links from '../../../_account/links.module.css';
import { Card } from '../../../_ui/layout/card';
import { Notice } from '../../../_ui/feedback/notice';
import { Heading } from '../../../_ui/layout/section';
import type { SectionProps } from './section-props';
import styles from './section.module.css';

/** Row D10: a new password for who is signed in; an older sign-in also gives the present one. */
export async function ResetPassword({ actor, state: { lang, query, t, error, errors, messages } }: SectionProps) {
  const fields: AccountField[] = [
    { name: 'sub', kind: 'password', label: t('new_password'), help: t('password_help'), autoComplete: 'new-password' },
    { name: 'confirmPassword', kind: 'password', label: t('confirm_new_password'), autoComplete: 'new-password' },
    { name: 'currentPassword', kind: 'password', label: t('current_password'), help: t('current_password_help'), autoComplete: 'current-password', optional: true },
  ];
  return (
    <div className={styles.stack}>
      <Heading level={1} title={t('reset_title')}>{t('reset_intro')}</Heading>
      {query.done && <Notice tone="success" alert>{t('reset_done')}</Notice>}
      {error && <Notice tone="danger" alert title={t('reset_failed')}>{error}</Notice>}
      <Card>
        <div className={styles.form}>
          <AccountForm form="reset" action="/auth/reset-password" hidden={{ userId: actor.userId }} fields={fields} errors={errors} messages={messages} labels={formLabels(t, 'reset')} />
          <form method="post" action="/auth/logout" className={links.ask}>
            <input type="hidden" name="to" value={`/${lang}/login`} />
            <button type="submit">{t('login_link')}</button>
          </form>
        </div>
      </Card>
    </div>
  );
}
