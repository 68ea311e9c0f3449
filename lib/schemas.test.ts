import { expect, test } from 'vitest';
import { giftChangeSchema } from '@/lib/checkout/gifts/gift-details';
import { billingSchema } from '@/lib/checkout/orders/billing';
import { subscribeSchema } from '@/lib/newsletter/sign-up';

const forms = [
  ['payment', (email: string) => billingSchema.shape.email.safeParse(email), 'payment_email_required', 'payment_email_invalid'],
  ['gift', (email: string) => giftChangeSchema.shape.recipient_email.safeParse(email), 'payment_email_required', 'payment_email_invalid'],
  ['newsletter', (email: string) => subscribeSchema.shape.email.safeParse(email), 'email_required', 'email_invalid'],
] as const;

test.each(forms)('V1 V2 N9 N11 an address of %s is stored in lower case, and refused in the words of its form', (_form, read, required, invalid) => {
  expect(read(' Mona@Example.COM ').data).toBe('mona@example.com');
  expect([' ', 'mona@', 'mоna@example.com'].map((typed) => read(typed).error?.issues[0]?.message)).toEqual([required, invalid, invalid]);
});
