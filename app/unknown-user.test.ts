import { beforeAll, expect, test } from 'vitest';
import type { Access } from '@/lib/api/handler';
import { createWorld, sendCall, world } from '@/tests/support/calls/call-world';
import { calls, loadRouteFile } from '@/tests/support/route-files';

const byUser = await Promise.all(
  calls
    .filter(({ path }) => path.includes('[userId]'))
    .flatMap(({ path, methods }) =>
      methods.map(async (method) => ({
        call: `${method} ${path}`,
        access: (await loadRouteFile(path))[method]!.options.access,
      })),
    ),
);

const getExpectedStatus = (access: Access) =>
  access === 'sameUser' ? { status: 403, type: '/problems/forbidden' } : { status: 404, type: '/problems/not-found' };

beforeAll(createWorld);

test.each(byUser)(
  '$call refuses an administrator who names a user that does not exist [G6, X01]',
  async ({ call, access }) => {
    const answer = await sendCall(call, {
      token: world.admin.accessToken,
      params: { userId: 'nobody' },
      ...(call.startsWith('GET') ? {} : { body: '{}' }),
    });
    expect(await answer.json()).toMatchObject(getExpectedStatus(access));
  },
);
