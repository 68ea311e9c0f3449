import { authenticator } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import { readSavedForm, savedFormCookie } from '@/lib/api/saved-form';
import { config } from '@/lib/config/config';
import { seal } from '@/lib/config/secrets';
import { db } from '@/lib/database/client';
import { newWorld, send, world } from '@/lib/testing/calls/call-world';

const secret = authenticator.generateSecret();
const typed = { 'title.ar': 'جيت', 'title.en': 'Git', 'title.de': 'Git', slug: 'git', level: 'beginner', spokenLanguage: 'ar', amount: '٢٥٠' };

beforeEach(async () => {
  await newWorld();
  const client = await db();
  await client.user.update({ where: { id: world.admin.userId }, data: { totpSecret: seal('totp', secret) }, select: { id: true } });
  await client.session.update({ where: { id: world.admin.sessionId }, data: { totpAt: new Date(Date.now() - 11 * 60_000) }, select: { id: true } });
});

async function make(fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: config().siteUrl, referer: `${config().siteUrl}/ar/admin/courses/new` };
  const answer = await send('POST /api/admin/courses', { body: new URLSearchParams(fields).toString(), headers, token: world.admin.accessToken });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${savedFormCookie}=`));
  return { to: answer.headers.get('location'), kept: readSavedForm(cookie?.slice(savedFormCookie.length + 1).split(';')[0]).fields };
}

test('D12 O7 without JavaScript a code that is too old is asked for again in the form, with everything that was typed', async () => {
  const refused = await make(typed);
  expect(refused.to).toBe('/ar/admin/courses/new?error=step-up');
  expect(refused.kept).toEqual({ title: { ar: 'جيت', en: 'Git', de: 'Git' }, slug: 'git', level: 'beginner', spokenLanguage: 'ar', amount: '٢٥٠' });
  const wrong = await make({ ...typed, stepUpCode: '000000' });
  expect([wrong.to, wrong.kept]).toEqual(['/ar/admin/courses/new?error=totp-wrong', refused.kept]);
  expect((await make({ ...typed, stepUpCode: authenticator.generate(secret) })).to).toBe('/ar/admin/courses/git');
});
