import { beforeEach, describe, expect, test } from 'vitest';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { readActorFromHeaders, readActorOfPage } from './actor-of';
import { createSessionCookies } from './cookies';
import { endSession } from './end-sessions';
import { readCachedMediaActor } from './media-actor';
import { startSession } from './start-session';

let cookie: string;
let accessToken: string;

beforeEach(async () => {
  await resetDatabase();
  await seedLearner('mona');
  await seedLearner('ali');
  const now = new Date();
  const device = { userAgent: '', ip: '' };
  cookie = (await createSessionCookies(await startSession({ userId: 'mona' }, device, now), now))[0]!.split(';')[0]!;
  ({ accessToken } = await startSession({ userId: 'ali' }, device, now));
});

const findUserId = async (headers: Record<string, string>) =>
  (await readActorFromHeaders(new Headers({ cookie, ...headers })))?.userId ?? null;
const findStreamUserId = async (headers: Record<string, string>) =>
  (await readCachedMediaActor(new Request('http://localhost/x', { headers: { cookie, ...headers } })))?.userId ?? null;

const createPage = (): PageContext => ({ status: null, tags: new Set(), nonce: '', loads: new Map() });

test('a page looks the session up once; the next page notices that it has ended [G1, D9]', async () => {
  const headers = new Headers({ cookie });
  const page = createPage();
  const first = await runInPageContext(page, () => readActorOfPage(headers));
  expect(first?.userId).toBe('mona');
  await endSession(first!.sessionId, 'logout', new Date());
  expect(await runInPageContext(page, () => readActorOfPage(headers))).toBe(first);
  expect(await runInPageContext(createPage(), () => readActorOfPage(headers))).toBeNull();
  expect(await readActorOfPage(headers)).toBeNull();
});

describe('credentials [S7]', () => {
  test.each(['Basic c2l0ZTpzZWNyZXQ=', 'Digest username="x"', 'Negotiate YII', 'Bearerx y'])(
    '%s belongs to a proxy and leaves the cookie’s session alone [S7]',
    async (authorization) => {
      expect([await findUserId({ authorization }), await findStreamUserId({ authorization })]).toEqual([
        'mona',
        'mona',
      ]);
    },
  );

  test('a bearer token overrides the cookie [S7]', async () => {
    expect([
      await findUserId({ authorization: `Bearer ${accessToken}` }),
      await findUserId({ authorization: `bearer  ${accessToken} ` }),
    ]).toEqual(['ali', 'ali']);
  });

  test.each(['Bearer', 'Bearer ', 'bearer x', 'Bearer a b', 'Bearer eyJ.eyJ.x', 'Bearer ,'])(
    '%j is malformed or forged and gives no actor, even with a valid cookie [S7]',
    async (authorization) => {
      expect([await findUserId({ authorization }), await findStreamUserId({ authorization })]).toEqual([null, null]);
    },
  );
});
