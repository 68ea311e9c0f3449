// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '@/tests/support/storage';
import { followSession } from './shown-user';

const reload = vi.fn();
let end = () => {};

beforeEach(() => {
  vi.stubGlobal('localStorage', createMemoryStorage());
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

const signIn = (userId: string | null) => {
  document.cookie = userId === null ? 'signed_in=; Max-Age=0' : 'signed_in=1';
  if (userId === null) localStorage.removeItem('userInfo');
  else localStorage.setItem('userInfo', JSON.stringify({ userId, name: userId, role: 'learner' }));
};
const leavePage = () => window.dispatchEvent(new Event('pagehide'));
const comeBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

function isLoadedAnew(before: string | null, after: string | null, persisted = true): boolean {
  signIn(before);
  end();
  end = followSession();
  leavePage();
  signIn(after);
  reload.mockClear();
  comeBack(persisted);
  return reload.mock.calls.length > 0;
}

test('a page restored from the back/forward cache reloads after a sign-out, a sign-in or a change of user [B15]', () => {
  expect([isLoadedAnew('mona', null), isLoadedAnew(null, 'mona'), isLoadedAnew('mona', 'omar')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isLoadedAnew('mona', 'mona'), isLoadedAnew(null, null), isLoadedAnew('mona', null, false)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a page that already noticed the change of user does not reload [B15]', () => {
  document.cookie = 'signed_in=1';
  end = followSession();
  signIn('mona');
  leavePage();
  comeBack(true);
  expect(reload).not.toHaveBeenCalled();
  leavePage();
  signIn(null);
  comeBack(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
