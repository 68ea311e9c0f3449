import { z } from 'zod';
import type { MockUser, Provider } from './providers';

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
type Fault = z.infer<typeof faultSchema>;

export const personSchema = z.strictObject({
  email: z.string().min(1),
  name: z.string().min(1).default('Mona Adel'),
  emailVerified: z.boolean().default(true),
  sub: z.string().optional(),
  picture: z.string().optional(),
});

/** Completes the next sign-ins without showing the page. */
export const preparedSignInSchema = z.strictObject({
  provider: z.enum(['google', 'linkedin']).optional(),
  person: personSchema.optional(),
  /** Error that the site receives instead of a code, such as `access_denied`. */
  error: z.string().optional(),
  times: z.int().min(1).default(1),
});
type PreparedSignIn = z.infer<typeof preparedSignInSchema>;

interface Grant {
  provider: Provider;
  person: MockUser;
  clientId: string;
  redirectUri: string;
  challenged: boolean;
  used: boolean;
}

export interface State {
  grants: Map<string, Grant>;
  nexts: PreparedSignIn[];
  faults: Fault[];
  /** Overrides for claims of the next ID tokens, such as issuer, time or nonce. */
  claims: { provider: Provider | undefined; patch: Record<string, unknown>; times: number }[];
  tickets: Map<string, MockUser>;
  lastTicket: number;
  log: { at: string; provider: string; path: string; status: number }[];
}

export const createState = (): State => ({
  grants: new Map(),
  nexts: [],
  faults: [],
  claims: [],
  tickets: new Map(),
  lastTicket: 0,
  log: [],
});

interface LimitedEntry {
  provider?: Provider | undefined;
  times: number;
}

export function takeEntry<T extends LimitedEntry>(
  entries: T[],
  provider: Provider,
  fits: (entry: T) => boolean = () => true,
): T | undefined {
  const index = entries.findIndex((entry) => (entry.provider ?? provider) === provider && fits(entry));
  const entry = entries[index];
  if (!entry) return undefined;
  entry.times -= 1;
  if (entry.times <= 0) entries.splice(index, 1);
  return entry;
}
