import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { AccountFrame } from './account-frame';
import type { FormTexts } from './form-state';

interface Props {
  t: FormTexts;
  /** The link's texts begin with it, such as `new_email_title`. */
  name: 'new_email' | 'restore_email';
  action: string;
  token: string;
  /** Null if the link is no longer valid. */
  email: string | null;
  error: string | null;
  submit: string;
  effect?: string;
  children: ReactNode;
}

/** Row N24: a mailed link acts only on a click, because mail scanners open links. */
export function EmailLinkFrame({ t, name, action, token, email, error, submit, effect, children }: Props) {
  return (
    <AccountFrame
      title={t(`${name}_title`)}
      intro={
        email && (
          <>
            {t(`${name}_intro`)} <bdi dir="ltr">{email}</bdi>
          </>
        )
      }
      note={t('recover_aside')}
      notices={[
        error || email ? null : { tone: 'notice', text: t('error_link_used') },
        error ? { tone: 'danger', text: error } : null,
      ]}
    >
      {email && (
        <form method="post" action={action}>
          <input type="hidden" name="token" value={token} />
          {effect && <p>{effect}</p>}
          <Button type="submit" size="large" wide>
            {submit}
          </Button>
        </form>
      )}
      {children}
    </AccountFrame>
  );
}
