import 'server-only';
import type { Tx } from '@/lib/database/client';
import { enqueueMail } from '@/lib/mail/outbox';
import { defaultLanguage, isLanguage } from '@/lib/language';

interface Person { email: string | null; name: string; lang: string }

/** Tells the owner that a copy of their session was used and that it was ended. */
export async function mailReuse(tx: Tx, person: Person, sessionId: string): Promise<void> {
  if (!person.email) return;
  const lang = isLanguage(person.lang) ? person.lang : defaultLanguage;
  await enqueueMail(tx, { key: `session-ended:${sessionId}`, to: person.email, lang, template: 'session-ended', data: { name: person.name } });
}
