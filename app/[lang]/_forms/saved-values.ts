import 'server-only';
import { savedFormOfPage } from '@/lib/api/saved-form';

/**
 * What was typed into a form that came back without JavaScript; null when none did. Only an address with `error` asks
 * for it, and the page cache holds no page of such an address, so a public page may show it.
 */
export async function savedValues(error: string | undefined): Promise<Record<string, string> | null> {
  if (!error) return null;
  const { fields } = await savedFormOfPage();
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
