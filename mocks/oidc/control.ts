import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { jsonOf, requireToken } from '../http';
import type { ProviderIssuer } from './issuer';
import type { Provider } from './people';
import { faultSchema, freshState, nextSchema, personSchema, type State } from './state';

const providerSchema = z.enum(['google', 'linkedin']);

const claimsSchema = z.strictObject({ provider: providerSchema.optional(), patch: z.record(z.string(), z.unknown()), times: z.int().min(1).default(1) });
const rotateSchema = z.strictObject({ provider: providerSchema, keepOld: z.boolean().default(true), publish: z.boolean().default(true) });
const mintSchema = z.strictObject({ provider: providerSchema, person: personSchema, claims: z.record(z.string(), z.unknown()).default({}) });

export type Issuers = Record<Provider, ProviderIssuer>;

type Call = (body: unknown) => unknown;

function calls(state: State, issuers: Issuers): Record<string, Call> {
  return {
    'POST /_mock/next': (body) => void state.nexts.push(nextSchema.parse(body)),
    'POST /_mock/claims': (body) => {
      const { provider, patch, times } = claimsSchema.parse(body);
      state.claims.push({ provider, patch, times });
    },
    'POST /_mock/faults': (body) => void state.faults.push(faultSchema.parse(body)),
    'DELETE /_mock/faults': () => void (state.faults.length = 0),
    'POST /_mock/rotate-keys': async (body) => {
      const { provider, ...how } = rotateSchema.parse(body);
      await issuers[provider].rotate(how);
    },
    'POST /_mock/id-token': async (body) => {
      const { provider, person, claims } = mintSchema.parse(body);
      return { idToken: await issuers[provider].mint(person, claims) };
    },
    'POST /_mock/reset': () => {
      Object.assign(state, freshState());
      for (const issuer of Object.values(issuers)) issuer.publish();
    },
    'GET /_mock/log': () => state.log,
  };
}

/** The mock's remote control; `health` alone needs no token. */
export function addControl(app: FastifyInstance, state: State, issuers: Issuers, token: string): void {
  app.get('/_mock/health', () => ({ ok: true }));
  for (const [name, call] of Object.entries(calls(state, issuers))) {
    const [method = '', url = ''] = name.split(' ');
    app.route({ method, url, onRequest: requireToken(token), handler: async ({ body }) => (await call(jsonOf(body))) ?? {} });
  }
}
