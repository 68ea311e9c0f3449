// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AccountForm } from './account-form';

const render = (username: string | null) => {
  document.body.innerHTML = renderToString(
    <AccountForm
      form="reset"
      action="/auth/reset-password"
      username={username}
      fields={[{ name: 'sub', kind: 'password', label: 'New password', autoComplete: 'new-password' }]}
      messages={{}}
      labels={{ submit: 'Save', busy: 'Saving', unreachable: '', show: 'Show', hide: 'Hide' }}
    />,
  );
  return document.querySelector('form')!;
};

test('a form without an email field tells password managers whose password it changes, and sends only its fields [D5]', () => {
  const form = render('mona@midan.example');
  const username = form.querySelector<HTMLInputElement>('[autocomplete=username]');
  expect([username?.value, username?.hidden]).toEqual(['mona@midan.example', true]);
  expect([...new FormData(form).keys()]).toEqual(['sub']);
});

test('a form of an account without an address has no user name [D5]', () => {
  expect(render(null).querySelector('[autocomplete=username]')).toBeNull();
});
