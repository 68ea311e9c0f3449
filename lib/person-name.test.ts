import { describe, expect, test } from 'vitest';
import { contactFault } from '@/lib/contact/rules';
import { signUpSchema } from '@/lib/auth/schema';
import { initialsOf } from './person-name';

const account = { email: 'mona@midan.example', phone: '01012345678', sub: 'a long enough phrase' };
const signUpFault = (name: string) => signUpSchema.safeParse({ ...account, name }).error?.issues[0]?.message ?? null;

describe('one rule for names, on the contact page and at sign-up', () => {
  test.each([
    'El-Sayed', 'Mona El-Sayed', "Conan O'Neil", 'Conan O’Neil', 'Hans Müller-Lüdenscheidt', 'J. R. Smith', 'J.R. Smith', 'J.-P. Belmondo', 'Dr. Mona Adel',
    'Sa‘d Zaghloul', 'منى عادل', 'عـــادل', 'مُحَمَّد أَحْمَد', 'عبد الـرحمن', 'علی‌رضا', 'د. منى عادل', 'Zoë', 'Zoe\u0308', 'Nguyễn Văn Ánh', '王小明', 'प्रिया शर्मा', 'Łukasz', "D'", '\u200cMona', 'Mona\u202eAdel',
  ])('V1 V7 %s is a name', (name) => expect([contactFault('fullName', name), signUpFault(name)]).toEqual([null, null]));

  test.each([
    'Mona 3', '-', "'", '.', '- Mona', '-Mona', '.Mona', 'Mona -', 'Mona--Adel', "O''Neil", 'Mona..', 'Mona_Adel', 'Mona@Adel', '<b>Mona</b>', 'Mona, Adel', 'Mona/Adel', '\u0301Mona',
    'Mona\u0000', 'منى ٣', '😀', 'a'.repeat(101),
  ])('V1 V7 %j is not', (name) => expect([contactFault('fullName', name), signUpFault(name)]).toEqual(['full_name_letters', 'full_name_letters']));

  test('V1 V7 a hundred letters are judged at once', () => {
    const begun = performance.now();
    expect(contactFault('fullName', `${"a'".repeat(49)}3`)).toBe('full_name_letters');
    expect(performance.now() - begun).toBeLessThan(100);
  });

  test('V7 a name is stored composed, with single spaces', () => {
    expect(signUpSchema.parse({ ...account, name: ' Zoe\u0308   El-Sayed ' }).name).toBe('Zoë El-Sayed');
  });
});

describe('initials', () => {
  test.each([
    ['Mona Adel Farouk', 'MA'], ['منى عادل', 'م\u200c\u2009ع'], ['منى', 'م'], ['  Mona  ', 'M'], ['J. R. Smith', 'JR'], ['', ''],
  ])('D10 %s: %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
});
