import { readStoredJson } from '../_storage/browser-storage';
import { signedInHint, type ShownUser } from './shown-user';

interface ShownSession { hint: string; /** Null while the browser has not asked who it is. */ userId: string | null }

const shownSession = (): ShownSession => ({ hint: signedInHint(), userId: (readStoredJson('userInfo') as ShownUser | null)?.userId ?? null });

/**
 * The browser may bring a page back as it was left (back/forward cache), drawn for a person who has signed out since, or for a visitor who has
 * signed in: it is loaded anew.
 * @returns a function that ends it
 */
export function followSession(): () => void {
  let drawnFor = shownSession();
  const left = () => {
    const now = shownSession();
    // The page itself has asked who it is since it was drawn.
    if (drawnFor.userId === null && now.hint === drawnFor.hint) drawnFor = now;
  };
  const shownAgain = ({ persisted }: PageTransitionEvent) => {
    const now = shownSession();
    if (persisted && (now.hint !== drawnFor.hint || now.userId !== drawnFor.userId)) window.location.reload();
  };
  window.addEventListener('pagehide', left);
  window.addEventListener('pageshow', shownAgain);
  return () => {
    window.removeEventListener('pagehide', left);
    window.removeEventListener('pageshow', shownAgain);
  };
}
