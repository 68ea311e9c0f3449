import { expect, test } from 'vitest';
import { formOfTexts, textsSaying } from './texts-saying';

const values = { ar: { tab_home: 'الرئيسية', auth: { login: 'دخول', mail: { hint: 'بريدك' } } }, en: { tab_home: 'Home', auth: { login: 'Sign in', mail: { hint: 'Your email' } } } };
const found = (words: string) => textsSaying(values, ['ar', 'en'], words).map((path) => path.join('.'));

test('N5 a text is found by its words in any language, and by its key', () => {
  expect([found('sign IN'), found('دخول'), found('tab_home'), found('nothing')]).toEqual([['auth.login'], ['auth.login'], ['tab_home'], []]);
});

test('N5 what is found is a form of these texts alone, in their groups', () => {
  const text = { kind: 'text', format: 'long', nullable: false };
  expect(formOfTexts([['tab_home'], ['auth', 'mail', 'hint']])).toEqual({
    kind: 'group',
    fields: [
      { name: 'tab_home', required: true, node: text },
      { name: 'auth', required: true, node: { kind: 'group', fields: [{ name: 'mail', required: true, node: { kind: 'group', fields: [{ name: 'hint', required: true, node: text }] } }] } },
    ],
  });
});
