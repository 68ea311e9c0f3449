import { expect, test } from 'vitest';
import { savedFormCookie } from '@/lib/accounts/sessions/cookies';
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
