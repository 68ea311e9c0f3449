import { describe, expect, test } from 'vitest';
import { subscribeSchema } from '@/lib/newsletter/subscription';
import { billingSchema } from '@/lib/orders/billing';
import { giftChangeSchema } from '@/lib/orders/gift-details';
import { endMoment, moment } from './schemas';

const forms = [
  [
    'payment',
    (email: string) => billingSchema.shape.email.safeParse(email),
    'payment_email_required',
    'payment_email_invalid',
  ],
  [
    'gift',
    (email: string) => giftChangeSchema.shape.recipient_email.safeParse(email),
    'payment_email_required',
    'payment_email_invalid',
  ],
  ['newsletter', (email: string) => subscribeSchema.shape.email.safeParse(email), 'email_required', 'email_invalid'],
] as const;

test.each(forms)(
  'the %s form stores an email address in lower case, and refuses an invalid one with its own message [V1, V2, N9, N11]',
  (_form, read, required, invalid) => {
    expect(read(' Mona@Example.COM ').data).toBe('mona@example.com');
    expect([' ', 'mona@', 'mоna@example.com'].map((typed) => read(typed).error?.issues[0]?.message)).toEqual([
      required,
      invalid,
      invalid,
    ]);
  },
);

test.each(forms)(
  'the %s form accepts an address whose domain is in Arabic, as typed and as browsers send it [V3]',
  (_form, read) => {
    for (const typed of ['info@xn--4gbrim.xn--wgbh1c', 'info@موقع.مصر', ' INFO@\u2067موقع.مصر\u2069'])
      expect(read(typed).data).toBe('info@xn--4gbrim.xn--wgbh1c');
    expect(read('Info@MÜLLER.de').data).toBe('info@xn--mller-kva.de');
    for (const typed of ['منى@example.com', 'info@موقع.مصر/x', 'info@موقع.مصر:80', 'info@.مصر', 'a b@موقع.مصر'])
      expect([typed, read(typed).success]).toEqual([typed, false]);
    expect(['info@midan.x1', 'info@midan.xn--'].map((typed) => read(typed).success)).toEqual([false, false]);
  },
);

describe('dates and times of forms and API calls', () => {
  test('reads a date and time without a zone as Cairo time, and one with a zone as stated [O14]', () => {
    expect(
      ['2026-11-21T10:00', '2026-07-21T10:00', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00+01:00'].map((text) =>
        moment.parse(text).toISOString(),
      ),
    ).toEqual([
      '2026-11-21T08:00:00.000Z',
      '2026-07-21T07:00:00.000Z',
      '2026-11-21T10:00:00.000Z',
      '2026-11-21T09:00:00.000Z',
    ]);
    expect(
      ['', '2026-11-21', 'tomorrow', '2026-02-30T10:00', '2026-11-21T25:00Z', '3021-01-01T00:00Z'].map(
        (text) => moment.safeParse(text).error?.issues[0]?.message,
      ),
    ).toEqual(['date_time', 'date_time', 'date_time', 'date_time', 'date_time', 'date_range']);
  });

  test('includes the whole last minute of an end time, and does not change an end time with seconds [O14]', () => {
    expect(
      ['2026-12-31T23:59', '2026-12-31T21:59:00Z', '2026-12-31T21:59:30Z'].map((text) =>
        endMoment.parse(text).toISOString(),
      ),
    ).toEqual(['2026-12-31T21:59:59.999Z', '2026-12-31T21:59:59.999Z', '2026-12-31T21:59:30.000Z']);
  });
});
