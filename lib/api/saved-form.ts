import 'server-only';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { open, seal } from '@/lib/config/secrets';

export const savedFormCookie = 'form';
/** The code of an authenticator, for a call that wants a fresh one. */
export const stepUpField = 'stepUpCode';
const secrets = new Set([stepUpField, 'sub', 'password', 'confirmPassword', 'currentPassword', 'totp', 'otp', 'resetToken', 'csrfToken', 'credential']);
const shape = z.object({ fields: z.record(z.string(), z.unknown()), errors: z.record(z.string(), z.array(z.string())) });
/** A browser refuses a cookie of more than 4096 bytes, its name and attributes included. */
const mostCharacters = 3500;

export type SavedForm = z.infer<typeof shape>;

/** A `Set-Cookie` that holds what was typed for five minutes, sealed; never a password. What is too long for a cookie is left out. */
export function saveForm(fields: Record<string, unknown>, errors: Record<string, string[]> = {}): string {
  const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.has(name)));
  const sealed = seal('saved-form', JSON.stringify({ fields: typed, errors }));
  const value = sealed.length > mostCharacters ? seal('saved-form', JSON.stringify({ fields: {}, errors })) : sealed;
  const secure = config().siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${savedFormCookie}=${value}; Path=/; Max-Age=300; HttpOnly; SameSite=Lax${secure}`;
}

/** What `saveForm` wrote, from the cookie's value; empty when there is none. */
export function readSavedForm(cookie: string | undefined): SavedForm {
  const none: SavedForm = { fields: {}, errors: {} };
  const text = cookie ? open('saved-form', cookie) : null;
  if (!text) return none;
  const parsed = shape.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : none;
}
