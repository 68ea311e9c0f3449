import { expect, test } from 'vitest';
import { savedFormCookie } from '@/lib/auth/sessions/cookies';
import { readSavedForm, saveForm } from './saved-form';

const valueOf = (lines: readonly string[], name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1).split(';')[0];

test('what was typed is shown to the person who typed it, to nobody else, and never holds a password [X44]', () => {
  const cookie = valueOf([saveForm('mona', { name: 'Mona', currentPassword: 'river-lantern-42' }, { name: ['Too long'] })], savedFormCookie);
  expect(readSavedForm(cookie, 'mona')).toEqual({ fields: { name: 'Mona' }, errors: { name: ['Too long'] } });
  for (const other of ['omar', null]) expect(readSavedForm(cookie, other)).toEqual({ fields: {}, errors: {} });
  const visitors = valueOf([saveForm(null, { name: 'Nobody' })], savedFormCookie);
  expect([readSavedForm(visitors, null).fields, readSavedForm(visitors, 'mona').fields]).toEqual([{ name: 'Nobody' }, {}]);
});
