import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ProviderIssuer } from './issuer';
import type { Provider } from './people';
import { faultSchema, freshState, nextSchema, personSchema, type State } from './state';

const providerSchema = z.enum(['google', 'linkedin']);

const claimsSchema = z.strictObject({ provider: providerSchema.optional(), patch: z.record(z.string(), z.unknown()), times: z.int().min(1).default(1) });
const rotateSchema = z.strictObject({ provider: providerSchema, keepOld: z.boolean().default(true), publish: z.boolean().default(true) });
const mintSchema = z.strictObject({ provider: providerSchema, person: personSchema, claims: z.record(z.string(), z.unknown()).default({}) });

export type Issuers = Record<Provider, ProviderIssuer>;

type Work = (body: unknown) => unknown;

function works(state: State, issuers: Issuers): Record<string, Work> {
  return {
    'POST next': (body) => void state.nexts.push(nextSchema.parse(body)),
    'POST claims': (body) => {
      const { provider, patch, times } = claimsSchema.parse(body);
      state.claims.push({ provider, patch, times });
    },
    'POST faults': (body) => void state.faults.push(faultSchema.parse(body)),
    'DELETE faults': () => void (state.faults.length = 0),
    'POST rotate-keys': async (body) => {
      const { provider, ...how } = rotateSchema.parse(body);
      await issuers[provider].rotate(how);
    },
    'POST id-token': async (body) => {
      const { provider, person, claims } = mintSchema.parse(body);
      return { idToken: await issuers[provider].mint(person, claims) };
    },
    'POST reset': () => {
      Object.assign(state, freshState());
      for (const issuer of Object.values(issuers)) issuer.publish();
    },
    'GET log': () => state.log,
    'GET health': () => ({ ok: true }),
  };
}

/** The mock's remote control; `health` alone needs no token. */
export async function control(state: State, issuers: Issuers, token: string, request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
  const name = `${request.method ?? 'GET'} ${(request.url ?? '').replace('/_mock/', '')}`;
  const answer = (status: number, body: unknown): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  const work = works(state, issuers)[name];
  if (!work) return answer(404, { detail: 'unknown control call' });
  if (name !== 'GET health' && request.headers['x-mock-token'] !== token) return answer(401, { detail: 'X-Mock-Token is missing or wrong.' });
  try {
    answer(200, await work(text ? JSON.parse(text) : {}));
  } catch (error) {
    answer(400, { detail: error instanceof z.ZodError ? z.prettifyError(error) : String(error) });
  }
}
