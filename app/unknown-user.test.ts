import { beforeAll, expect, test } from 'vitest';
import type { CallAccess } from '@/lib/routes';
import { newWorld, send, world } from '@/lib/testing/calls/call-world';
import { calls, methods } from '@/lib/testing/route-files';

const byUser = calls.filter(({ path }) => path.includes('[userId]')).flatMap((route) => methods.flatMap((method) => {
  const access = route.methods[method];
  return access ? [{ call: `${method} ${route.path}`, access }] : [];
}));

/** What is somebody's own is refused before anybody asks whether they exist. */
const expected = (access: CallAccess) => (access === 'owner' ? { status: 403, type: '/problems/forbidden' } : { status: 404, type: '/problems/not-found' });

beforeAll(newWorld);

test.each(byUser)('G6 X01 $call: an administrator gets nothing of a user who does not exist', async ({ call, access }) => {
  const answer = await send(call, { token: world.admin.accessToken, params: { userId: 'nobody' }, ...(call.startsWith('GET') ? {} : { body: '{}' }) });
  expect(await answer.json()).toMatchObject(expected(access));
});
