import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import type { Language } from '@/lib/language';
import { PopupForm } from './sign-in-popup';
import styles from './sign-in-ways.module.css';

type SignInMethod = 'google' | 'linkedin' | 'guest';
interface SignInMethodsProps {
  ways: SignInMethod[];
  lang: Language;
  csrfToken: string;
  callbackUrl: string;
  labels: Record<SignInMethod | 'or' | 'popupBlocked', string>;
  children?: ReactNode;
}

const actionOf = (way: SignInMethod): string =>
  way === 'guest' ? '/api/auth/callback/guest' : `/api/auth/signin/${way}`;

/** Each method is a form that works without JavaScript; with it, LinkedIn opens in a popup (row D6). */
export function SignInMethods({ ways, lang, csrfToken, callbackUrl, labels, children }: SignInMethodsProps) {
  return (
    <div className={classNames(styles.ways, ways.length === 0 && styles.needsScripts)}>
      <p className={styles.or}>
        <span>{labels.or}</span>
      </p>
      {children}
      {ways.map((way) => {
        const shared = { method: 'post', action: actionOf(way), 'data-way': way };
        const inside = (
          <>
            <input type="hidden" name="csrfToken" value={csrfToken} />
            <input type="hidden" name="callbackUrl" value={callbackUrl} />
            <button type="submit" className={styles.way}>
              <ProviderMark way={way} />
              <span>{labels[way]}</span>
            </button>
          </>
        );
        if (way === 'linkedin')
          return (
            <PopupForm key={way} {...shared} lang={lang} callbackUrl={callbackUrl} blocked={labels.popupBlocked}>
              {inside}
            </PopupForm>
          );
        return (
          <form key={way} {...shared}>
            {inside}
          </form>
        );
      })}
    </div>
  );
}

/** Google's branding rules require its own colours; LinkedIn's mark is our own drawing. */
function ProviderMark({ way }: { way: 'google' | 'linkedin' | 'guest' }) {
  if (way === 'guest') return <Icon name="user" size={20} />;
  if (way === 'linkedin') {
    return (
      <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <rect width="24" height="24" rx="4" fill="#0a66c2" />
        <path
          fill="#fff"
          d="M5.2 9.4h2.9V19H5.2zM6.6 4.9a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4M10 9.4h2.8v1.3c.5-.9 1.6-1.6 3-1.6 2.6 0 3.4 1.6 3.4 4.2V19h-2.9v-5.1c0-1.3-.3-2.3-1.6-2.3-1.2 0-1.8.9-1.8 2.3V19H10z"
        />
      </svg>
    );
  }
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#4285f4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10.1 10.1 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1"
      />
      <path
        fill="#34a853"
        d="M24 46c5.9 0 10.9-2 14.5-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.5-3.9-12.3-9H4.3v5.7A22 22 0 0 0 24 46"
      />
      <path fill="#fbbc05" d="M11.7 28.2a13.2 13.2 0 0 1 0-8.4v-5.7H4.3a22 22 0 0 0 0 19.8z" />
      <path
        fill="#ea4335"
        d="M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A22 22 0 0 0 4.3 14.1l7.4 5.7c1.8-5.2 6.6-9.1 12.3-9.1"
      />
    </svg>
  );
}
