import { z } from 'zod';
import { singleLine } from '@/lib/schemas';

/** Credential ids have at most 1,023 bytes; clientDataJSON and RSA keys are longer. */
const base64url = z.string().min(1).max(20_000).regex(/^[\w-]+$/);

/** Native clients and password managers write `null` for a member they lack. */
const orUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: z.object({}).nullish().transform(() => ({})),
};
const transports = z.array(z.string().max(20)).max(10).nullish().transform(orUndefined);
const userHandle = z.string().max(200).nullish().transform(orUndefined);

/** What the browser answers to `navigator.credentials.create`, in WebAuthn's JSON form. */
const created = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
});

/** What the browser answers to `navigator.credentials.get`. */
const shown = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle }),
});
export type CreatedCredential = z.output<typeof created>;
export type ShownCredential = z.output<typeof shown>;

/** A form's field holds the answer as JSON text. */
const fromForm = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

const passkeyName = singleLine('passkey_name_required').min(1, 'passkey_name_required').max(60, 'too_long');

export const newPasskeySchema = z.object({ credential: created });
export const passkeySignInSchema = z.object({ credential: z.preprocess(fromForm, shown), callbackUrl: z.string().max(2000).nullish().transform(orUndefined) });
export const passkeyStepUpSchema = z.object({ credential: shown });
export const passkeyNameSchema = z.object({ name: passkeyName });
