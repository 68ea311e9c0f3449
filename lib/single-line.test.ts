import { describe, expect, it } from 'vitest';
import { toProfile } from '@/lib/accounts/providers/openid';
import { signUpSchema, verifyOtpSchema } from '@/lib/accounts/schema';
import { contactSchema } from '@/lib/contact/receive-message';
import { checkContactField } from '@/lib/contact/rules';
import { billingSchema } from '@/lib/orders/billing';
import { foldCouponCode } from '@/lib/orders/coupons';
import { invitationSchema } from '@/lib/orders/seats/invitations';
import { emailAddress } from './schemas';
import { cleanCode, cleanLine } from './text';

const unseen = [
  '\u200e',
  '\u200f',
  '\u061c',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u180e',
  '\ufe0e',
  '\ufe0f',
  '\ud800',
];
const pasteLines = (text: string): string[] => [
  ...unseen.map((mark) => `${mark}${text}${mark}`),
  ...unseen.map((mark) => ` ${text.slice(0, 3)}${mark}${text.slice(3)} \u00a0`),
  `\u202d${text}\u202c`,
  `\u2068${text}\u2069`,
  `\u3000${text}\u2003\u2028`,
];

describe('a pasted value', () => {
  it('is stored without invisible characters: addresses, phone numbers, codes, names [V15]', () => {
    const email = emailAddress('email_invalid');
    expect(pasteLines('Mona@Example.com').map((text) => email.safeParse(text).data)).toEqual(
      pasteLines('x').map(() => 'mona@example.com'),
    );
    expect(pasteLines('SUMMER26').map(foldCouponCode)).toEqual(pasteLines('x').map(() => 'SUMMER26'));
    for (const at of pasteLines('x').keys()) {
      const [name, mail, phone, otp] = ['Mona Ali', 'mona@example.com', '01012345678', '123456'].map(
        (text) => pasteLines(text)[at]!,
      ) as [string, string, string, string];
      expect(
        contactSchema.parse({ fullName: name, phoneNumber: phone, email: mail, message: 'Hello there' }),
      ).toMatchObject({ fullName: 'Mona Ali', phoneNumber: '01012345678', email: 'mona@example.com' });
      expect([
        checkContactField('phoneNumber', phone),
        checkContactField('email', mail),
        checkContactField('fullName', name),
      ]).toEqual([null, null, null]);
      expect(signUpSchema.parse({ name, phone, email: mail, sub: 'a long enough pass phrase' })).toMatchObject({
        name: 'Mona Ali',
        phone: '01012345678',
        email: 'mona@example.com',
      });
      expect(
        billingSchema.parse({ first_name: name, last_name: name, phone_number: phone, email: mail }),
      ).toMatchObject({ first_name: 'Mona Ali', phone_number: '01012345678', email: 'mona@example.com' });
      expect(verifyOtpSchema.parse({ email: mail, otp })).toEqual({ email: 'mona@example.com', otp: '123456' });
      expect(invitationSchema.parse({ emails: `${mail}, other@example.com` }).emails).toEqual([
        'mona@example.com',
        'other@example.com',
      ]);
      expect(toProfile('issuer', { sub: '1', email: mail, email_verified: true, name })).toMatchObject({
        email: 'mona@example.com',
        name: 'Mona Ali',
      });
    }
  });

  it('is an address even with an ampersand, slash or equals sign before the @ [V1]', () => {
    const parse = (text: string) => emailAddress('email_invalid').safeParse(text).success;
    for (const text of ['tom&jerry@example.com', 'sales/egypt@example.com', 'a=b@example.com'])
      expect([text, parse(text)]).toEqual([text, true]);
    for (const text of ['a b@example.com', 'a<b@example.com', 'a"b@example.com', 'a@b&c.com', 'a@example.com/x'])
      expect([text, parse(text)]).toEqual([text, false]);
  });

  it('is empty if it contains only invisible characters [V15]', () => {
    const errors = contactSchema
      .safeParse({ fullName: '\u200f', phoneNumber: '\u200b', email: '\u00a0\ufeff', message: 'Hello there' })
      .error?.issues.map(({ message }) => message);
    expect(errors).toEqual(['full_name_required', 'phone_required', 'email_required']);
  });

  it('keeps joiners of names and parts of emoji, and loses its line breaks [V15]', () => {
    for (const text of [
      'می\u200cخواهم',
      'क्\u200dष',
      '👩\u200d💻',
      '❤\ufe0f\u200d🔥',
      '5\ufe0f\u20e3',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'José',
      'ﷺ',
    ])
      expect(cleanLine(` ${text}\u200f`)).toBe(text);
    expect(cleanLine('\u200cعلی\u200c رضا\u200d')).toBe('علی رضا');
    expect(cleanLine('One\r\nline\u2028only')).toBe('One line only');
    expect(cleanCode('می\u200cخواهم')).toBe('میخواهم');
    expect(
      signUpSchema.parse({
        name: 'علی\u200cرضا',
        phone: '01012345678',
        email: 'a@b.co',
        sub: 'a long enough pass phrase',
      }).name,
    ).toBe('علی\u200cرضا');
  });

  it('cuts names from sign-in providers only between letters [V15] [V10]', () => {
    expect(toProfile('issuer', { sub: '1', name: `${'a'.repeat(99)}😀 Ali` })?.name).toBe('a'.repeat(99));
    expect(toProfile('issuer', { sub: '1', name: '\u200f', given_name: ' Mona\n ' })?.name).toBe('Mona');
  });
});
