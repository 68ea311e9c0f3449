import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { composeEmail } from '@/lib/mail/compose';
import { resetDatabase } from '@/tests/support/database';
import { POST } from './route';

const typed = {
  fullName: 'منى عادل',
  phoneNumber: '01012345678',
  email: 'mona@midan.example',
  message: 'سؤال عن الأسعار',
};
const site = 'http://localhost:3000';
const context = { params: Promise.resolve({}) };
const post = (body: unknown, headers: Record<string, string> = {}) =>
  POST(
    new Request(`${site}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
    context,
  );
const postForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  POST(
    new Request(`${site}/api/contact`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: site,
        referer: `${site}/ar/contact`,
        ...headers,
      },
      body: new URLSearchParams(fields),
    }),
    context,
  );
const listOutbox = async () =>
  (await db()).outbox.findMany({ select: { key: true, kind: true, payload: true }, orderBy: { id: 'asc' } });

describe('POST /api/contact', () => {
  beforeEach(async () => {
    await resetDatabase();
    vi.stubEnv('CONTACT_EMAIL', 'hello@midan.example');
    vi.stubEnv('CONTACT_WEBHOOK_URL', 'http://127.0.0.1:9/hook');
    resetConfig();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    resetConfig();
  });

  test('a message is stored together with its email and its webhook call [S3]', async () => {
    const answer = await post(typed, { 'accept-language': 'en' });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    expect(await (await db()).enquiry.findUniqueOrThrow({ where: { id } })).toMatchObject({ ...typed, lang: 'en' });
    expect(await listOutbox()).toMatchObject([
      {
        key: `contact:${id}`,
        kind: 'mail',
        payload: { to: 'hello@midan.example', template: 'enquiry', replyTo: typed.email, data: typed },
      },
      { key: `contact-webhook:${id}`, kind: 'contact-webhook', payload: { id, ...typed } },
    ]);
  });

  test('an enquiry about a case is stored with its details, which the email names in the company’s language [N3, S3]', async () => {
    const details = { about: 'work/waha-pharmacies', projectKind: 'app', budget: 'from_75', wishedDate: '2099-03-01' };
    const { id } = (await (await post({ ...typed, ...details })).json()) as { id: string };
    expect(await (await db()).enquiry.findUniqueOrThrow({ where: { id } })).toMatchObject({ ...typed, ...details });
    const [mail, hook] = await listOutbox();
    const { data } = mail!.payload as { data: Record<string, string> };
    expect(data).toMatchObject({
      about: 'صيدليات الواحة: تجديد الدواء بلا مكالمة',
      projectKind: 'تطبيق موبايل',
      wishedDate: '1 مارس 2099',
    });
    expect((await composeEmail('enquiry', 'ar', data)).text).toMatch(
      /عن: \u2068?صيدليات الواحة.*\nنوع المشروع: تطبيق موبايل\nالميزانية: .*75,000.*\nالموعد المطلوب: 1 مارس 2099/,
    );
    expect(hook!.payload).toMatchObject({ id, ...details });
  });

  test('empty details are stored as null, and each invalid detail is reported at its field [N3, V1]', async () => {
    const sent = await postForm({ ...typed, about: '', projectKind: '', budget: '', wishedDate: '' });
    expect(sent.headers.get('location')).toBe('/ar/contact?sent=1');
    expect(await (await db()).enquiry.findFirstOrThrow()).toMatchObject({
      about: null,
      projectKind: null,
      budget: null,
      wishedDate: null,
    });
    const refused = await post(
      { ...typed, wishedDate: '2001-01-01', budget: 'all of it' },
      { 'accept-language': 'en' },
    );
    expect(await refused.json()).toMatchObject({
      status: 422,
      errors: {
        wishedDate: ['This date has passed. Please choose a later one.'],
        budget: ['Please choose from the list.'],
      },
    });
  });

  test('invalid fields are reported in the caller’s language, and nothing is stored [V1, S3]', async () => {
    const answer = await post({ ...typed, phoneNumber: '12' }, { 'accept-language': 'en' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: { phoneNumber: ['Phone number must be 11 digits.'] } });
    expect(await (await db()).enquiry.count()).toBe(0);
    expect(await listOutbox()).toEqual([]);
  });

  test('a form sent without scripts redirects to the page with a confirmation or an error [S3, V6]', async () => {
    const sent = await postForm(typed);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/ar/contact?sent=1']);
    const refused = await postForm({ ...typed, email: 'no' });
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/ar/contact?error=invalid']);
    expect(refused.headers.get('set-cookie')).toMatch(/^form=.*HttpOnly/);
  });

  test.each(['https://evil.example', 'null'])(
    'a form from another site is refused without a redirect: %s [S3, X02]',
    async (origin) => {
      const answer = await postForm(typed, { origin });
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
      expect(await answer.json()).toMatchObject({ type: '/problems/foreign-origin' });
    },
  );

  test.each(['hasOwnProperty.call', 'toString.call', '__proto__.call'])(
    'a form with the field %s does not crash the service, which accepts the next message [X27, S3]',
    async (name) => {
      await postForm({ ...typed, [name]: 'x' });
      expect((await post(typed)).status).toBe(201);
      const twice = await postForm({ a: '1', 'a.b': '2' });
      expect([twice.status, twice.headers.get('location')]).toEqual([303, '/ar/contact?error=malformed']);
    },
  );

  test('text that cannot be stored and a body that is not an object are refused with a reason [S3, X27]', async () => {
    const stored = await post({ ...typed, message: 'a\0bcdef' }, { 'accept-language': 'en' });
    expect([stored.status, await stored.json()]).toMatchObject([
      422,
      { errors: { message: ['This text contains characters that cannot be saved.'] } },
    ]);
    for (const body of [[], 5, 'x', null])
      expect(await (await post(body, { 'accept-language': 'en' })).json()).toMatchObject({
        status: 422,
        errors: { body: ['Send a JSON object with named fields.'] },
      });
  });

  test.each([
    ['origin', 'https://app.example'],
    ['origin', 'capacitor://localhost'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
  ])('JSON without a session is accepted from any origin: %s %s [S3, X02]', async (name, from) => {
    expect((await post(typed, { [name]: from })).status).toBe(201);
  });
});
