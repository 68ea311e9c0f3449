import { expect, test } from 'vitest';
import { savedFormCookie } from '@/lib/accounts/sessions/cookies';
import { seal } from '@/lib/config/secrets';
import { readMessages } from '@/lib/i18n/messages';
import { readSavedForm, saveForm } from './form-posts';

const readValue = (lines: readonly string[], name: string) =>
  lines
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(';')[0];

test('a saved form is shown only to the user who typed it, and never contains a password [X44]', () => {
  const cookie = readValue(
    [saveForm('mona', { name: 'Mona', currentPassword: 'river-lantern-42' }, { name: ['Too long'] })],
    savedFormCookie,
  );
  expect(readSavedForm(cookie, 'mona')).toEqual({ fields: { name: 'Mona' }, errors: { name: ['Too long'] } });
  for (const other of ['omar', null]) expect(readSavedForm(cookie, other)).toEqual({ fields: {}, errors: {} });
  const visitors = readValue([saveForm(null, { name: 'Nobody' })], savedFormCookie);
  expect([readSavedForm(visitors, null).fields, readSavedForm(visitors, 'mona').fields]).toEqual([
    { name: 'Nobody' },
    {},
  ]);
});

test('a note as long as a note may be is kept after a refused save without scripts [N14, X44]', async () => {
  const prose = Object.values((await readMessages('ar')).admin as Record<string, string>).join(' ');
  for (const text of [prose.slice(0, 4000), prose.slice(10_000, 14_000)]) {
    const line = saveForm('mona', { note: '0198aaaa-0000-7000-8000-000000000009', text }, { text: ['Too long'] });
    expect([text.length, line.length <= 4096]).toEqual([4000, true]);
    expect(readSavedForm(readValue([line], savedFormCookie), 'mona').fields.text).toBe(text);
  }
});

test('a saved form of another version is ignored [X44]', () => {
  expect(readSavedForm(seal('saved-form', '{"person":null,"fields":{},"errors":{}}'), null).fields).toEqual({});
});
