import { ProviderMark } from './provider-mark';
import styles from './sign-in-ways.module.css';

type Way = 'google' | 'linkedin' | 'guest';
type SignInWaysProps = { ways: Way[]; csrfToken: string; callbackUrl: string; words: Record<Way | 'or', string> };

const actionOf = (way: Way): string => (way === 'guest' ? '/api/auth/callback/guest' : `/api/auth/signin/${way}`);

/** The other ways in, each a form of its own that works without JavaScript. */
export function SignInWays({ ways, csrfToken, callbackUrl, words }: SignInWaysProps) {
  return (
    <div className={styles.ways}>
      <p className={styles.or}><span>{words.or}</span></p>
      {ways.map((way) => (
        <form key={way} method="post" action={actionOf(way)} data-way={way}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value={callbackUrl} />
          <button type="submit" className={styles.way}>
            <ProviderMark way={way} />
            <span>{words[way]}</span>
          </button>
        </form>
      ))}
    </div>
  );
}
