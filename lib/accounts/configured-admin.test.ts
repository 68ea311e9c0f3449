import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { openConfirmationLink } from '@/lib/auth/open-confirmation-link';
import type { SessionKey } from '@/lib/auth/sessions/session-cookie';
import { startSession } from '@/lib/auth/sessions/start-session';
import { freshDatabase } from '@/lib/testing/database';
import { createAccount } from '@/lib/auth/password/create-account';
import { signUpSchema } from '@/lib/auth/schema';

const start = new Date();

beforeEach(async () => {
  await freshDatabase();
  vi.stubEnv('ADMIN_EMAIL', 'chief@midan.example');
  forgetConfig();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetConfig();
});

const signUp = (email: string) =>
  createAccount({ form: signUpSchema.parse({ name: 'Hala', email, phone: '01001234567', sub: 'river-lantern-42' }), lang: 'ar', guestId: null, address: 'x', now: start });

async function mailedToken(): Promise<string> {
  const mail = await (await db()).outbox.findFirstOrThrow({ orderBy: { id: 'desc' }, select: { payload: true } });
  return new URL((mail.payload as { data: { url: string } }).data.url).searchParams.get('token') ?? '';
}

const device = { userAgent: 'test', address: '10.0.0.1' };
const open = (token: string, shown: SessionKey | null, now = start) => openConfirmationLink({ token, shown, device, now });

const roles = async () => (await (await db()).user.findMany({ orderBy: { createdAt: 'asc' }, select: { role: true } })).map(({ role }) => role);

describe('D12 ADMIN_EMAIL', () => {
  test('D12 makes an administrator of the account that confirmed the address in its own browser, not before', async () => {
    const made = await signUp('chief@midan.example');
    const own = await startSession({ userId: made.ok ? made.value.userId : '' }, device, start);
    expect(await roles()).toEqual(['learner']);
    const token = await mailedToken();
    expect(await open('made-up', own)).toBeNull();
    expect(await open(token, own)).toMatchObject({ lang: 'ar', isOwn: true, session: { role: 'admin' } });
    expect(await roles()).toEqual(['admin']);
    expect(await (await db()).session.findUnique({ where: { id: own.sessionId }, select: { revokedWhy: true } })).toEqual({ revokedWhy: 'renewed' });
    expect(await (await db()).audit.findMany({ select: { action: true } })).toEqual([{ action: 'role.admin' }]);
  });

  test('D12 other confirmed accounts stay learners, and a link is good for a day', async () => {
    await signUp('mona@midan.example');
    expect(await open(await mailedToken(), null, new Date(start.getTime() + 86_400_001))).toBeNull();
    expect(await open(await mailedToken(), null)).not.toBeNull();
    expect(await roles()).toEqual(['learner']);
  });
});
