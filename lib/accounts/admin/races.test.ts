import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { listAuditActions } from '@/tests/support/audit-log';
import { resetDatabase } from '@/tests/support/database';
import { changeRole, resetSecondFactor } from './users';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const rounds = Array.from({ length: 6 }, (_, round) => round);

beforeEach(async () => {
  await resetDatabase();
  const confirmed = { emailConfirmedAt: now, totpConfirmedAt: now, totpSecret: 'sealed' };
  await (
    await db()
  ).user.createMany({
    data: [
      { id: 'admin', role: 'admin', email: 'admin@midan.example', ...confirmed },
      { id: 'mona', email: 'mona@midan.example', ...confirmed },
    ],
  });
});

const reset = () => resetSecondFactor(admin, { userId: 'mona', reason: 'Lost with the telephone', now });
const isFactored = async () => (await db()).user.count({ where: { id: 'mona', totpConfirmedAt: { not: null } } });

test.each(rounds)(
  'a learner promoted to admin during a reset keeps the second factor or lost it before the promotion (%i) [O9, X30]',
  async (round) => {
    const promote = () => changeRole(admin, 'mona', 'admin', now);
    const wishes = round % 2 ? [reset(), promote()] : [promote(), reset()];
    const refused = (await Promise.allSettled(wishes)).filter(({ status }) => status === 'rejected').length;
    expect([await listAuditActions(), await isFactored()]).toEqual(
      refused ? [['role.admin'], 1] : [['second-factor.reset', 'role.admin'], 0],
    );
  },
);

test.each(rounds)(
  'two resets at the same moment remove the second factor once and send one email (%i) [O9, X30]',
  async () => {
    const outcomes = await Promise.allSettled([reset(), reset()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await listAuditActions(), await (await db()).outbox.count()]).toEqual([['second-factor.reset'], 1]);
  },
);
