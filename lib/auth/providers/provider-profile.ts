import { z } from 'zod';
import { personNameFrom } from '@/lib/person-name';
import { emailAddress, singleLine } from '@/lib/schemas';

/** LinkedIn sends booleans as text. */
const booleanOrText = z.union([z.boolean(), z.literal('true'), z.literal('false')]).transform((value) => value === true || value === 'true');

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: emailAddress('email_invalid').optional().catch(undefined),
  email_verified: booleanOrText.optional().catch(false),
  name: singleLine().optional().catch(undefined),
  given_name: singleLine().optional().catch(undefined),
});

export interface ProviderProfile { issuer: string; subject: string; email: string | null; emailIsVerified: boolean; name: string }

/** The claims of an id_token that this site verified or fetched, under our names; null without a subject. */
export function profileOf(issuer: string, idTokenClaims: unknown): ProviderProfile | null {
  const parsed = claims.safeParse(idTokenClaims);
  if (!parsed.success) return null;
  const { sub, email, email_verified, name, given_name } = parsed.data;
  const displayName = [name, given_name, email?.split('@')[0]].map((text) => personNameFrom(text ?? '')).find(Boolean) ?? '';
  return { issuer, subject: sub, email: email ?? null, emailIsVerified: email !== undefined && email_verified === true, name: displayName };
}
