import { z } from 'zod';
import { emailAddress } from '@/lib/auth/schema';

/** LinkedIn writes booleans as text. */
const truth = z.union([z.boolean(), z.literal('true'), z.literal('false')]).transform((value) => value === true || value === 'true');

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: emailAddress('email_invalid').optional().catch(undefined),
  email_verified: truth.optional().catch(false),
  name: z.string().max(200).optional().catch(undefined),
  given_name: z.string().max(200).optional().catch(undefined),
});

export interface ProviderProfile { issuer: string; subject: string; email: string | null; emailIsVerified: boolean; name: string }

/** Claims of an id_token that was verified or fetched by us, renamed into ours; null when nobody is named. */
export function profileOf(issuer: string, given: unknown): ProviderProfile | null {
  const parsed = claims.safeParse(given);
  if (!parsed.success) return null;
  const { sub, email, email_verified, name, given_name } = parsed.data;
  const known = (name ?? given_name ?? email?.split('@')[0] ?? '').trim().slice(0, 100);
  return { issuer, subject: sub, email: email ?? null, emailIsVerified: email !== undefined && email_verified === true, name: known };
}
