import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/database/client';
import { prepareExample } from '@/tests/support/calls/call-examples';
import { createWorld, sendCall, world } from '@/tests/support/calls/call-world';
import { calls, loadRouteFile } from '@/tests/support/route-files';

/** Calls that have a user id in their path, with their documented access. */
const byUser = await Promise.all(
  calls
    .filter(({ path }) => path.includes('[userId]'))
    .flatMap((route) =>
      route.methods.map(async (method) => ({
        call: `${method} ${route.path}`,
        access: (await loadRouteFile(route.path))[method]!.options.access,
      })),
    ),
);
const forOthers = byUser.filter(({ access }) => access !== 'sameUser');

beforeEach(createWorld);

const listEntries = async () =>
  (await db()).audit.findMany({
    orderBy: { id: 'asc' },
    select: { actorId: true, actorName: true, action: true, subject: true },
  });

test.each(forOthers)(
  '$call is audited when an administrator uses another user’s id, but not for the administrator’s own id [X01]',
  async ({ call }) => {
    const sent = await prepareExample(call);
    const before = await listEntries();
    const answer = await sendCall(call, {
      ...sent,
      query: dropSignature(sent.query),
      token: world.admin.accessToken,
    });
    await answer.text();
    expect([answer.status, answer.status < 300]).toEqual([answer.status, true]);
    const written = (await listEntries()).filter((_, index) => index >= before.length);
    expect(written.map(({ actorName }) => actorName)).toEqual(['Chief']);
    expect(written[0]!.subject).toMatch(new RegExp(`^user:${world.learner.userId}$|^order:`));
    expect(
      before.map(({ action }) => action),
      'the learner’s own',
    ).not.toContain('account.read');
  },
);

const dropSignature = (query = ''): string => {
  const left = new URLSearchParams(
    [...new URLSearchParams(query)].filter(([name]) => name !== 'sig' && name !== 'exp'),
  );
  return left.size > 0 ? `?${left}` : '';
};
