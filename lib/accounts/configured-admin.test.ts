import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSession } from '@/lib/accounts/sessions/start-session';
import type { SessionKey } from '@/lib/accounts/sessions/tokens';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { readMailedToken } from '@/tests/support/outbox';
import { openConfirmationLink } from './confirm-email';
import { createAccount } from './create-account';
import { signUpSchema } from './schema';

const start = new Date();

beforeEach(async () => {
  await resetDatabase();
  vi.stubEnv('ADMIN_EMAIL', 'chief@midan.example');
  resetConfig();
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

const signUp = (email: string) =>
  createAccount({
    form: signUpSchema.parse({ name: 'Hala', email, phone: '01001234567', sub: 'river-lantern-42' }),
    lang: 'ar',
    guestId: null,
    ip: 'x',
    now: start,
  });

const device = { userAgent: 'test', ip: '10.0.0.1' };
const open = (token: string, browserSession: SessionKey | null, now = start) =>
  openConfirmationLink({ token, browserSession, device, now });

const listRoles = async () =>
  (await (await db()).user.findMany({ orderBy: { createdAt: 'asc' }, select: { role: true } })).map(({ role }) => role);

describe('ADMIN_EMAIL [D12]', () => {
  test('makes an account admin only when its address is confirmed in the browser that signed up [D12]', async () => {
    const made = await signUp('chief@midan.example');
    const own = await startSession({ userId: made.ok ? made.value.userId : '' }, device, start);
    expect(await listRoles()).toEqual(['learner']);
    const token = await readMailedToken();
    expect(await open('made-up', own)).toBeNull();
    expect(await open(token, own)).toMatchObject({ lang: 'ar', isOwn: true, session: { role: 'admin' } });
    expect(await listRoles()).toEqual(['admin']);
    expect(
      await (await db()).session.findUnique({ where: { id: own.sessionId }, select: { revokedWhy: true } }),
    ).toEqual({ revokedWhy: 'renewed' });
    expect(await (await db()).audit.findMany({ select: { action: true } })).toEqual([{ action: 'role.admin' }]);
  });

  test('leaves other confirmed accounts learners; a confirmation link expires after a day [D12]', async () => {
    await signUp('mona@midan.example');
    expect(await open(await readMailedToken(), null, new Date(start.getTime() + 86_400_001))).toBeNull();
    expect(await open(await readMailedToken(), null)).not.toBeNull();
    expect(await listRoles()).toEqual(['learner']);
  });
});
