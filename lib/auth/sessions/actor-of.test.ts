import { beforeEach, describe, expect, test } from 'vitest';
import { seedLearner } from '@/lib/testing/catalogue';
import { freshDatabase } from '@/lib/testing/database';
import { runInPageContext, type PageContext } from '@/lib/cache/page-context';
import { actorOfHeaders, visitorOf } from './actor-of';
import { endSession } from './end-session';
import { sessionCookies } from './cookies';
import { cachedMediaActorOf } from './media-actor';
import { startSession } from './start-session';

let cookie: string;
let accessToken: string;

beforeEach(async () => {
  await freshDatabase();
  await seedLearner('mona');
  await seedLearner('ali');
  const now = new Date();
  const device = { userAgent: '', address: '' };
  cookie = (await sessionCookies(await startSession({ userId: 'mona' }, device, now), now))[0]!.split(';')[0]!;
  ({ accessToken } = await startSession({ userId: 'ali' }, device, now));
});

const who = async (headers: Record<string, string>) => (await actorOfHeaders(new Headers({ cookie, ...headers })))?.userId ?? null;
const whoStreams = async (headers: Record<string, string>) => (await cachedMediaActorOf(new Request('http://localhost/x', { headers: { cookie, ...headers } })))?.userId ?? null;

const newPage = (): PageContext => ({ status: null, tags: new Set(), nonce: '', answers: new Map() });

test('G1 D9 guard and parts of one page look the session up once; the next page sees that it has ended', async () => {
  const headers = new Headers({ cookie });
  const page = newPage();
  const first = await runInPageContext(page, () => visitorOf(headers));
  expect(first?.userId).toBe('mona');
  await endSession(first!.sessionId, 'logout', new Date());
  expect(await runInPageContext(page, () => visitorOf(headers))).toBe(first);
  expect(await runInPageContext(newPage(), () => visitorOf(headers))).toBeNull();
  expect(await visitorOf(headers)).toBeNull();
});

describe('S7 whose token counts', () => {
  test.each(['Basic c2l0ZTpzZWNyZXQ=', 'Digest username="x"', 'Negotiate YII', 'Bearerx y'])('S7 %s is for a proxy, and leaves the session of the cookie alone', async (authorization) => {
    expect([await who({ authorization }), await whoStreams({ authorization })]).toEqual(['mona', 'mona']);
  });

  test('S7 a bearer counts alone, before any cookie', async () => {
    expect([await who({ authorization: `Bearer ${accessToken}` }), await who({ authorization: `bearer  ${accessToken} ` })]).toEqual(['ali', 'ali']);
  });

  test.each(['Bearer', 'Bearer ', 'bearer x', 'Bearer a b', 'Bearer eyJ.eyJ.x', 'Bearer ,'])('S7 %j, malformed or forged, is nobody, with a good cookie too', async (authorization) => {
    expect([await who({ authorization }), await whoStreams({ authorization })]).toEqual([null, null]);
  });
});
