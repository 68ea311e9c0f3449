import { describe, expect, test } from 'vitest';
import { giftChangeSchema } from '@/lib/checkout/gifts/gift-details';
import { billingSchema } from '@/lib/checkout/orders/billing';
import { subscribeSchema } from '@/lib/newsletter/sign-up';
import { endMoment, moment } from './schemas';

const forms = [
  ['payment', (email: string) => billingSchema.shape.email.safeParse(email), 'payment_email_required', 'payment_email_invalid'],
  ['gift', (email: string) => giftChangeSchema.shape.recipient_email.safeParse(email), 'payment_email_required', 'payment_email_invalid'],
  ['newsletter', (email: string) => subscribeSchema.shape.email.safeParse(email), 'email_required', 'email_invalid'],
] as const;

test.each(forms)('V1 V2 N9 N11 an address of %s is stored in lower case, and refused in the words of its form', (_form, read, required, invalid) => {
  expect(read(' Mona@Example.COM ').data).toBe('mona@example.com');
  expect([' ', 'mona@', 'mоna@example.com'].map((typed) => read(typed).error?.issues[0]?.message)).toEqual([required, invalid, invalid]);
});

describe('moments of forms and calls', () => {
  test('reads a day and hour without a zone as Cairo’s, and one with a zone as it says [O14]', () => {
    expect(['2026-11-21T10:00', '2026-07-21T10:00', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00+01:00'].map((text) => moment.parse(text).toISOString()))
      .toEqual(['2026-11-21T08:00:00.000Z', '2026-07-21T07:00:00.000Z', '2026-11-21T10:00:00.000Z', '2026-11-21T09:00:00.000Z']);
    expect(['', '2026-11-21', 'tomorrow', '2026-02-30T10:00', '2026-11-21T25:00Z', '3021-01-01T00:00Z'].map((text) => moment.safeParse(text).error?.issues[0]?.message))
      .toEqual(['date_time', 'date_time', 'date_time', 'date_time', 'date_time', 'date_range']);
  });

  test('includes the minute that an end names, and leaves an end with seconds alone [O14]', () => {
    expect(['2026-12-31T23:59', '2026-12-31T21:59:00Z', '2026-12-31T21:59:30Z'].map((text) => endMoment.parse(text).toISOString()))
      .toEqual(['2026-12-31T21:59:59.999Z', '2026-12-31T21:59:59.999Z', '2026-12-31T21:59:30.000Z']);
  });
});
