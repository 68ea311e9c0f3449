import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/database/client';
import { examples } from '@/lib/testing/calls/call-examples';
import { newWorld, send, world } from '@/lib/testing/calls/call-world';
import { calls, methods, routeFile } from '@/lib/testing/route-files';

/** Calls of which the route's own check lets an administrator past with another person's id. */
const byUser = await Promise.all(calls.filter(({ path }) => path.includes('[userId]')).flatMap((route) =>
  methods.filter((method) => route.methods[method]).map(async (method) => ({ call: `${method} ${route.path}`, access: (await routeFile(route.path))[method]!.options.access }))));
const forOthers = byUser.filter(({ access }) => access !== 'owner');

beforeEach(newWorld);

const entries = async () => (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { actorId: true, actorName: true, action: true, subject: true } });

test.each(forOthers)('$call leaves a line in the audit log when an administrator uses another person’s id, and none for one’s own [X01]', async ({ call }) => {
  const example = examples[call]!;
  const sent = typeof example === 'function' ? await example() : example;
  const before = await entries();
  const answer = await send(call, { ...sent, query: withoutSignature(sent.query), token: world.admin.accessToken });
  await answer.text();
  expect([answer.status, answer.status < 300]).toEqual([answer.status, true]);
  const written = (await entries()).filter((_, at) => at >= before.length);
  expect(written.map(({ actorName }) => actorName)).toEqual(['Chief']);
  expect(written[0]!.subject).toMatch(new RegExp(`^user:${world.learner.userId}$|^order:`));
  expect(before.map(({ action }) => action), 'the learner’s own').not.toContain('account.read');
});

/** A signed address is for one person alone. */
const withoutSignature = (query = ''): string => {
  const left = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => name !== 'sig' && name !== 'exp'));
  return left.size > 0 ? `?${left}` : '';
};
