import 'server-only';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { open, seal } from '@/lib/config/secrets';

export const keptFormCookie = 'form';
const secrets = new Set(['sub', 'password', 'confirmPassword', 'currentPassword', 'totp', 'otp', 'resetToken', 'csrfToken']);
const shape = z.object({ fields: z.record(z.string(), z.unknown()), errors: z.record(z.string(), z.array(z.string())) });

export type KeptForm = z.infer<typeof shape>;

/** A `Set-Cookie` that keeps what was typed for five minutes, sealed; never a password. Too much to keep is not kept. */
export function keepForm(fields: Record<string, unknown>, errors: Record<string, string[]> = {}): string {
  const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.has(name)));
  const sealed = seal('kept-form', JSON.stringify({ fields: typed, errors }));
  const value = sealed.length > 3500 ? seal('kept-form', JSON.stringify({ fields: {}, errors })) : sealed;
  const secure = config().siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${keptFormCookie}=${value}; Path=/; Max-Age=300; HttpOnly; SameSite=Lax${secure}`;
}

/** What `keepForm` kept, from the cookie's value; empty when there is none. */
export function readKeptForm(cookie: string | undefined): KeptForm {
  const none: KeptForm = { fields: {}, errors: {} };
  const text = cookie ? open('kept-form', cookie) : null;
  if (!text) return none;
  const parsed = shape.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : none;
}
