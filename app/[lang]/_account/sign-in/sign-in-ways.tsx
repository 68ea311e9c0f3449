import type { ReactNode } from 'react';
import type { Language } from '@/lib/language';
import { classNames } from '../../_ui/class-names';
import { PopupForm } from './popup-form';
import { ProviderMark } from './provider-mark';
import styles from './sign-in-ways.module.css';

type Way = 'google' | 'linkedin' | 'guest';
interface SignInWaysProps { ways: Way[]; lang: Language; csrfToken: string; callbackUrl: string; labels: Record<Way | 'or' | 'popupBlocked', string>; children?: ReactNode }

const actionOf = (way: Way): string => (way === 'guest' ? '/api/auth/callback/guest' : `/api/auth/signin/${way}`);

/** The other ways in, each a form of its own that works without JavaScript; with it, LinkedIn opens in a popup (row D6). `children` are ways that need scripts. */
export function SignInWays({ ways, lang, csrfToken, callbackUrl, labels, children }: SignInWaysProps) {
  return (
    <div className={classNames(styles.ways, ways.length === 0 && styles.needsScripts)}>
      <p className={styles.or}><span>{labels.or}</span></p>
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
        if (way === 'linkedin') return <PopupForm key={way} {...shared} lang={lang} callbackUrl={callbackUrl} blocked={labels.popupBlocked}>{inside}</PopupForm>;
        return <form key={way} {...shared}>{inside}</form>;
      })}
    </div>
  );
}
