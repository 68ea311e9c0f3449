import { describe, expect, test } from 'vitest';
import { signUpSchema } from '@/lib/accounts/schema';
import { contactSchema } from '@/lib/contact/receive-message';
import { checkContactField } from '@/lib/contact/rules';
import { billingSchema } from '@/lib/orders/billing';
import { giftChangeSchema } from '@/lib/orders/gift-details';
import { getInitials } from './person-name';

const account = { email: 'mona@midan.example', phone: '01012345678', sub: 'a long enough phrase' };
const signUpError = (name: string) => signUpSchema.safeParse({ ...account, name }).error?.issues[0]?.message ?? null;

describe('one rule for names, on the contact page and at sign-up', () => {
  test.each([
    'El-Sayed',
    'Mona El-Sayed',
    "Conan O'Neil",
    'Conan O’Neil',
    'Hans Müller-Lüdenscheidt',
    'J. R. Smith',
    'J.R. Smith',
    'J.-P. Belmondo',
    'Dr. Mona Adel',
    'Sa‘d Zaghloul',
    'منى عادل',
    'عـــادل',
    'مُحَمَّد أَحْمَد',
    'عبد الـرحمن',
    'علی‌رضا',
    'د. منى عادل',
    'د/ منى عادل',
    'أ.د/منى عادل',
    'Zoë',
    'Zoe\u0308',
    'Nguyễn Văn Ánh',
    '王小明',
    'प्रिया शर्मा',
    'Łukasz',
    "D'",
    '\u200cMona',
    'Mona\u202eAdel',
  ])('%s is a name [V1, V7]', (name) =>
    expect([checkContactField('fullName', name), signUpError(name)]).toEqual([null, null]),
  );

  test.each([
    'Mona 3',
    'منى/',
    'د// منى',
    '-',
    "'",
    '.',
    '- Mona',
    '-Mona',
    '.Mona',
    'Mona -',
    'Mona--Adel',
    "O''Neil",
    'Mona..',
    'Mona_Adel',
    'Mona@Adel',
    '<b>Mona</b>',
    'Mona, Adel',
    'Mona/Adel',
    '\u0301Mona',
    'Mona\u0000',
    'منى ٣',
    '😀',
  ])('%j is not a name [V1, V7]', (name) =>
    expect([checkContactField('fullName', name), signUpError(name)]).toEqual([
      'full_name_letters',
      'full_name_letters',
    ]),
  );

  test('a name of more than a hundred letters is refused as too long [V1, V7]', () => {
    const name = 'م'.repeat(101);
    expect([checkContactField('fullName', name), signUpError(name)]).toEqual(['too_long', 'too_long']);
  });

  test('checks a name of a hundred letters without trying every way to split it [V1, V7]', () => {
    // Trying every way would exceed the test's time limit.
    expect(checkContactField('fullName', `${"a'".repeat(49)}3`)).toBe('full_name_letters');
  });

  test('stores a name in composed form with single spaces [V7]', () => {
    expect(signUpSchema.parse({ ...account, name: ' Zoe\u0308   El-Sayed ' }).name).toBe('Zoë El-Sayed');
  });
});

describe('a full stop in a name', () => {
  test.each([
    ['www.evil.example', 'www. evil. example'],
    ['x.co', 'x. co'],
    ['Dr.Mona Adel', 'Dr. Mona Adel'],
    ['د.منى عادل', 'د. منى عادل'],
    ['د.مُنى عادل', 'د. مُنى عادل'],
    ['J.R. Smith', 'J.R. Smith'],
    ['J.-P. Belmondo', 'J.-P. Belmondo'],
  ])('%s is stored as %s, so that no program makes a link of it [X40]', (typed, stored) => {
    expect(signUpSchema.parse({ ...account, name: typed }).name).toBe(stored);
    const { email, phone } = account;
    const billing = billingSchema.parse({ first_name: typed, last_name: typed, phone_number: phone, email });
    expect([billing.first_name, billing.last_name]).toEqual([stored, stored]);
    const gift = giftChangeSchema.parse({ recipient_email: email, recipient_name: typed });
    expect(gift.recipient_name).toBe(stored);
    const enquiry = { fullName: typed, phoneNumber: phone, email, message: 'Hello there' };
    expect(contactSchema.parse(enquiry).fullName).toBe(stored);
  });
});

describe('initials', () => {
  test.each([
    ['Mona Adel Farouk', 'MA'],
    ['منى عادل', 'م\u200c\u2009ع'],
    ['منى', 'م'],
    ['  Mona  ', 'M'],
    ['J. R. Smith', 'JR'],
    ['', ''],
  ])('%s: %j [D10]', (name, initials) => expect(getInitials(name)).toBe(initials));
});

test('a name of 60 kB of combining marks is refused without blocking the process [X46]', () => {
  const name = `b${'\u0316'.repeat(20_000)}${'.'.repeat(20_000)}`;
  expect(signUpError(name)).toBe('too_long');
}, 2000);
