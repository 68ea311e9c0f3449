import 'server-only';
import { z } from 'zod';
import { addSeconds } from '@/lib/clock';
import { open, seal } from '@/lib/config/secrets';
import { cookieNames, setCookie } from '@/lib/auth/sessions/cookies';
import type { NamedPerson } from './enter-with-provider';

const seconds = 300;
const shape = z.object({ userId: z.string(), linkId: z.string(), until: z.number() });

/** A provider has named this person; five minutes to show the second factor. */
export function pendingCookie(person: NamedPerson | null, now: Date): string {
  if (!person) return setCookie(cookieNames().secondFactor, '', { maxAgeSeconds: 0 });
  const value = seal('second-factor', JSON.stringify({ ...person, until: addSeconds(now, seconds).getTime() }));
  return setCookie(cookieNames().secondFactor, value, { maxAgeSeconds: seconds });
}

export function readPending(cookie: string | undefined, now: Date): NamedPerson | null {
  const text = cookie ? open('second-factor', cookie) : null;
  const parsed = shape.safeParse(text ? JSON.parse(text) : null);
  return parsed.success && parsed.data.until > now.getTime() ? { userId: parsed.data.userId, linkId: parsed.data.linkId } : null;
}
