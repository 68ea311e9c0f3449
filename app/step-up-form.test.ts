import { authenticator } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import { readSavedForm } from '@/lib/api/saved-form';
import { savedFormCookie } from '@/lib/auth/sessions/cookies';
import { config } from '@/lib/config/config';
import { seal } from '@/lib/config/secrets';
import { db } from '@/lib/database/client';
import { askedRefund } from '@/lib/testing/calls/call-examples';
import { newWorld, send, world } from '@/lib/testing/calls/call-world';

const secret = authenticator.generateSecret();
const typed = { 'title.ar': 'جيت', 'title.en': 'Git', 'title.de': 'Git', slug: 'git', level: 'beginner', spokenLanguage: 'ar', amount: '٢٥٠' };

beforeEach(async () => {
  await newWorld();
  const client = await db();
  await client.user.update({ where: { id: world.admin.userId }, data: { totpSecret: seal('totp', secret) }, select: { id: true } });
  await client.session.update({ where: { id: world.admin.sessionId }, data: { totpAt: new Date(Date.now() - 11 * 60_000) }, select: { id: true } });
});

/** @param page that has the form */
async function sendForm(call: string, page: string, fields: Record<string, string>, params = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: config().siteUrl, referer: `${config().siteUrl}${page}` };
  const answer = await send(call, { params, body: new URLSearchParams(fields).toString(), headers, token: world.admin.accessToken });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${savedFormCookie}=`));
  return { to: answer.headers.get('location'), kept: readSavedForm(cookie?.slice(savedFormCookie.length + 1).split(';')[0], null).fields };
}

const make = (fields: Record<string, string>) => sendForm('POST /api/admin/courses', '/ar/admin/courses/new', fields);

test('D12 O7 without JavaScript a code that is too old is asked for again in the form, with everything that was typed', async () => {
  const refused = await make(typed);
  expect(refused.to).toBe('/ar/admin/courses/new?error=step-up');
  expect(refused.kept).toEqual({ title: { ar: 'جيت', en: 'Git', de: 'Git' }, slug: 'git', level: 'beginner', spokenLanguage: 'ar', amount: '٢٥٠' });
  const wrong = await make({ ...typed, stepUpCode: '000000' });
  expect([wrong.to, wrong.kept]).toEqual(['/ar/admin/courses/new?error=totp-wrong', refused.kept]);
  expect((await make({ ...typed, stepUpCode: authenticator.generate(secret) })).to).toBe('/ar/admin/courses/git');
});

test('D12 O6 without JavaScript a refund is refused with its reason from the order’s page, once a fresh code is beside it', async () => {
  const { orderId = '' } = (await askedRefund()).params ?? {};
  const page = `/ar/admin/orders/${orderId}`;
  const refuse = (fields: Record<string, string>) => sendForm('POST /api/admin/refunds/[orderId]/[decision]', page, { action: 'refuse', ...fields }, { orderId, decision: 'refuse' });
  const refused = await refuse({ reason: 'شاهد الدورة كلها' });
  expect(refused).toEqual({ to: `${page}?error=step-up`, kept: { action: 'refuse', reason: 'شاهد الدورة كلها' } });
  expect((await refuse({ reason: 'شاهد الدورة كلها', stepUpCode: authenticator.generate(secret) })).to).toBe(page);
  const client = await db();
  expect(await client.refundRequest.findFirst({ select: { status: true, decisionReason: true } })).toEqual({ status: 'refused', decisionReason: 'شاهد الدورة كلها' });
});
