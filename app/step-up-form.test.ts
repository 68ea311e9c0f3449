import { generateSecret, generateSync } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import { savedFormCookie } from '@/lib/accounts/sessions/cookies';
import { readSavedForm } from '@/lib/api/form-posts';
import { config } from '@/lib/config/config';
import { seal } from '@/lib/config/secrets';
import { db } from '@/lib/database/client';
import { requestRefund } from '@/tests/support/calls/call-examples';
import { createWorld, sendCall, world } from '@/tests/support/calls/call-world';

const secret = generateSecret();
const typed = {
  'title.ar': 'جيت',
  'title.en': 'Git',
  'title.de': 'Git',
  slug: 'git',
  level: 'beginner',
  spokenLanguage: 'ar',
  amount: '٢٥٠',
};

beforeEach(async () => {
  await createWorld();
  const client = await db();
  await client.user.update({
    where: { id: world.admin.userId },
    data: { totpSecret: seal('totp', secret) },
    select: { id: true },
  });
  await client.session.update({
    where: { id: world.admin.sessionId },
    data: { totpAt: new Date(Date.now() - 11 * 60_000) },
    select: { id: true },
  });
});

async function sendForm(call: string, page: string, fields: Record<string, string>, params = {}) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: config().siteUrl,
    referer: `${config().siteUrl}${page}`,
  };
  const answer = await sendCall(call, {
    params,
    body: new URLSearchParams(fields).toString(),
    headers,
    token: world.admin.accessToken,
  });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${savedFormCookie}=`));
  return {
    to: answer.headers.get('location'),
    kept: readSavedForm(cookie?.slice(savedFormCookie.length + 1).split(';')[0], null).fields,
  };
}

const make = (fields: Record<string, string>) => sendForm('POST /api/admin/courses', '/ar/admin/courses/new', fields);

test('an admin form without JavaScript asks for a fresh code when the last is too old, and keeps what was typed [D12, O7]', async () => {
  const refused = await make(typed);
  expect(refused.to).toBe('/ar/admin/courses/new?error=step-up');
  expect(refused.kept).toEqual({
    title: { ar: 'جيت', en: 'Git', de: 'Git' },
    slug: 'git',
    level: 'beginner',
    spokenLanguage: 'ar',
    amount: '٢٥٠',
  });
  const wrong = await make({ ...typed, stepUpCode: '000000' });
  expect([wrong.to, wrong.kept]).toEqual(['/ar/admin/courses/new?error=totp-wrong', refused.kept]);
  expect((await make({ ...typed, stepUpCode: generateSync({ secret }) })).to).toBe('/ar/admin/courses/git');
});

test('an admin without JavaScript refuses a refund with a reason once a fresh code is sent along [D12, O6]', async () => {
  const { orderId = '' } = (await requestRefund()).params ?? {};
  const page = `/ar/admin/orders/${orderId}`;
  const refuse = (fields: Record<string, string>) =>
    sendForm(
      'POST /api/admin/refunds/[orderId]/[decision]',
      page,
      { action: 'refuse', ...fields },
      { orderId, decision: 'refuse' },
    );
  const refused = await refuse({ reason: 'شاهد الدورة كلها' });
  expect(refused).toEqual({ to: `${page}?error=step-up`, kept: { action: 'refuse', reason: 'شاهد الدورة كلها' } });
  expect((await refuse({ reason: 'شاهد الدورة كلها', stepUpCode: generateSync({ secret }) })).to).toBe(page);
  const client = await db();
  expect(await client.refundRequest.findFirst({ select: { status: true, decisionReason: true } })).toEqual({
    status: 'refused',
    decisionReason: 'شاهد الدورة كلها',
  });
});
