import 'server-only';
import { z } from 'zod';
import { open, seal } from '@/lib/config/secrets';
import { savedFormCookie, cookieNames, cookieOf, pageCookie, setCookie } from '@/lib/auth/sessions/cookies';
import { readSessionCookie } from '@/lib/auth/sessions/session-cookie';
import type { SentHeaders } from '@/lib/auth/tokens/access-token';

/** The code of an authenticator, for a call that wants a fresh one. */
export const stepUpField = 'stepUpCode';
const secrets = new Set([stepUpField, 'sub', 'password', 'confirmPassword', 'currentPassword', 'totp', 'otp', 'resetToken', 'csrfToken', 'credential']);
const shape = z.object({ person: z.string().nullable(), fields: z.record(z.string(), z.unknown()), errors: z.record(z.string(), z.array(z.string())) });
/** A browser refuses a cookie of more than 4096 bytes, its name and attributes included. */
const mostCharacters = 3500;

export type SavedForm = Pick<z.infer<typeof shape>, 'fields' | 'errors'>;

/** The user of the session that a browser shows, active or not; null for a visitor. */
export const shownPerson = async (headers: SentHeaders): Promise<string | null> => personOf(cookieOf(headers, cookieNames().session));

const personOf = async (session: string | undefined): Promise<string | null> => (await readSessionCookie(session, new Date(0)))?.userId ?? null;

/**
 * A `Set-Cookie` that holds what was typed for five minutes, sealed; never a password. What is too long for a cookie is left out.
 * @param person who typed it (`shownPerson`); nobody else is shown it
 */
export function saveForm(person: string | null, fields: Record<string, unknown>, errors: Record<string, string[]> = {}): string {
  const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.has(name)));
  const sealed = seal('saved-form', JSON.stringify({ person, fields: typed, errors }));
  const value = sealed.length > mostCharacters ? seal('saved-form', JSON.stringify({ person, fields: {}, errors })) : sealed;
  return setCookie(savedFormCookie, value, { maxAgeSeconds: 300 });
}

/** What `saveForm` wrote for this person, from the cookie's value; empty when there is none. */
export function readSavedForm(cookie: string | undefined, person: string | null): SavedForm {
  const none: SavedForm = { fields: {}, errors: {} };
  const text = cookie ? open('saved-form', cookie) : null;
  if (!text) return none;
  const parsed = shape.safeParse(JSON.parse(text));
  return parsed.success && parsed.data.person === person ? { fields: parsed.data.fields, errors: parsed.data.errors } : none;
}

/** `readSavedForm` for a page that is rendered. */
export const savedFormOfPage = async (): Promise<SavedForm> =>
  readSavedForm(await pageCookie(savedFormCookie), await personOf(await pageCookie(cookieNames().session)));

/** Fields of one text each. */
export const textsOf = (fields: SavedForm['fields']): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The first message of each field. */
export const firstOf = (errors: SavedForm['errors']): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts[0] ?? '']));
