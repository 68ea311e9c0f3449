import type { getTranslations } from 'next-intl/server';
import { Button } from '../../../../_ui/button';
import { PasswordField } from '../../../../_ui/form/password-field';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import styles from '../section.module.css';

type Translator = Awaited<ReturnType<typeof getTranslations>>;

interface RemovalFormProps {
  action: string;
  /** The id of the password field: a page has several such forms. */
  id: string;
  /** The button's label. */
  label: string;
  /** The sign-in is older than ten minutes, and the account has a password to show instead. */
  asksPassword: boolean;
  t: Translator;
  auth: Translator;
}

/** Takes a way to sign in off the account, without JavaScript too. An account without a password is told by the page to sign in again. */
export function RemovalForm({ action, id, label, asksPassword, t, auth }: RemovalFormProps) {
  if (!asksPassword) {
    return (
      <form method="post" action={action}>
        <Button type="submit" variant="quiet" size="small">{label}</Button>
      </form>
    );
  }
  return (
    <Disclosure summary={label} className={styles.removal}>
      <form method="post" action={action} className={styles.form}>
        <PasswordField
          name="currentPassword" id={id} label={auth('current_password')} help={t('removal_password')} required autoComplete="current-password"
          showLabel={auth('show_password')} hideLabel={auth('hide_password')}
        />
        <Button type="submit" variant="danger" size="small">{label}</Button>
      </form>
    </Disclosure>
  );
}
