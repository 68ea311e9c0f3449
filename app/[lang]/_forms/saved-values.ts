import 'server-only';
import { savedFormCookie, readSavedForm } from '@/lib/api/saved-form';
import { pageCookie } from '@/lib/auth/sessions/cookies';

/**
 * What was typed into a form that came back without JavaScript; null when none did. Only an address with `error` asks
 * for it, and the page cache holds no page of such an address, so a public page may show it.
 */
export async function savedValues(error: string | undefined): Promise<Record<string, string> | null> {
  if (!error) return null;
  const { fields } = readSavedForm(await pageCookie(savedFormCookie));
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
