import { expect, test } from 'vitest';
import { findTextPaths, formOfTexts } from './values';

const values = {
  ar: { tab_home: 'الرئيسية', auth: { login: 'دخول', mail: { hint: 'بريدك' } } },
  en: { tab_home: 'Home', auth: { login: 'Sign in', mail: { hint: 'Your email' } } },
};
const findPaths = (words: string) => findTextPaths(values, ['ar', 'en'], words).map((path) => path.join('.'));

test('finds a text by its words in any language and by its key [N5]', () => {
  expect([findPaths('sign IN'), findPaths('دخول'), findPaths('tab_home'), findPaths('nothing')]).toEqual([
    ['auth.login'],
    ['auth.login'],
    ['tab_home'],
    [],
  ]);
});

test('the form contains only the texts that were found, in their groups [N5]', () => {
  const text = { kind: 'text', format: 'long', nullable: false };
  expect(formOfTexts([['tab_home'], ['auth', 'mail', 'hint']])).toEqual({
    kind: 'group',
    fields: [
      { name: 'tab_home', required: true, node: text },
      {
        name: 'auth',
        required: true,
        node: {
          kind: 'group',
          fields: [
            {
              name: 'mail',
              required: true,
              node: { kind: 'group', fields: [{ name: 'hint', required: true, node: text }] },
            },
          ],
        },
      },
    ],
  });
});
