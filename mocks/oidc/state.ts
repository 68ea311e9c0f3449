import { z } from 'zod';
import type { Person, Provider } from './people';

const operations = ['discovery', 'jwks', 'authorize', 'token', 'userinfo'] as const;
export type Operation = (typeof operations)[number];

export const faultSchema = z.strictObject({
  provider: z.enum(['google', 'linkedin']).optional(),
  op: z.enum(operations),
  times: z.int().min(1).default(1),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  delayMs: z.int().min(0).optional(),
  drop: z.boolean().optional(),
  hang: z.boolean().optional(),
});
export type Fault = z.infer<typeof faultSchema>;

export const personSchema = z.strictObject({
  email: z.string().min(1),
  name: z.string().min(1).default('Mona Adel'),
  emailVerified: z.boolean().default(true),
  sub: z.string().optional(),
  picture: z.string().optional(),
});

/** What happens at the next sign-ins without anybody touching the page. */
export const nextSchema = z.strictObject({
  provider: z.enum(['google', 'linkedin']).optional(),
  person: personSchema.optional(),
  /** Sent back to the site instead of a code, such as `access_denied`. */
  error: z.string().optional(),
  times: z.int().min(1).default(1),
});
export type Next = z.infer<typeof nextSchema>;

/** A code that was handed out: to whom, for whom, under which conditions. */
export interface Grant { provider: Provider; person: Person; clientId: string; redirectUri: string; challenged: boolean; used: boolean }

export interface State {
  grants: Map<string, Grant>;
  nexts: Next[];
  faults: Fault[];
  /** Overwrites claims of the next id_tokens: a foreign issuer, an old time, another nonce. */
  claims: { provider: Provider | undefined; patch: Record<string, unknown>; times: number }[];
  tickets: Map<string, Person>;
  lastTicket: number;
  log: { at: string; provider: string; path: string; status: number }[];
}

export const freshState = (): State => ({ grants: new Map(), nexts: [], faults: [], claims: [], tickets: new Map(), lastTicket: 0, log: [] });

interface Counted { provider?: Provider | undefined; times: number }

/** Uses up one turn of the first entry meant for this provider. */
export function take<T extends Counted>(entries: T[], provider: Provider, fits: (entry: T) => boolean = () => true): T | undefined {
  const index = entries.findIndex((entry) => (entry.provider ?? provider) === provider && fits(entry));
  const entry = entries[index];
  if (!entry) return undefined;
  entry.times -= 1;
  if (entry.times <= 0) entries.splice(index, 1);
  return entry;
}
