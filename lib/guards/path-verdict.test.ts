import { describe, expect, test } from 'vitest';
import { pathVerdict } from './path-verdict';

const judgePage = (path: string) => pathVerdict(path, undefined);

describe('the verdict on a path [A1, A3, A4]', () => {
  test('the root redirects to the chosen language, or to Arabic [A1]', () => {
    expect(judgePage('/')).toEqual({ kind: 'redirect', to: '/ar/home' });
    expect(pathVerdict('/', 'de')).toEqual({ kind: 'redirect', to: '/de/home' });
    expect(pathVerdict('/', 'zz')).toEqual({ kind: 'redirect', to: '/ar/home' });
    expect(judgePage('/en')).toEqual({ kind: 'redirect', to: '/en/home' });
  });

  test.each([
    ['/foo', 'en'],
    ['/home', 'en'],
    ['/zz/home', 'ar'],
    ['/AR/home', 'ar'],
    ['/de/nowhere', 'de'],
    ['/ar/Login', 'ar'],
    ['/ar/course', 'ar'],
    ['/en/home/deeper', 'en'],
  ])('%s is the home page in %s [A3, A4]', (path, lang) => expect(judgePage(path)).toEqual({ kind: 'unknown', lang }));

  test.each([
    '/ar/details',
    '/ar/details/a/b',
    '/en/details/service-page/web/a-title',
    '/de/articles/x',
    '/ar/course/a/lesson.mp4',
    '/ar/otpcode/a%40b.c/123456',
    '/ar/profile',
  ])('%s is a page [A8]', (path) => expect(judgePage(path).kind).toBe('page'));

  test('no spelling of a guarded page bypasses its guard [G1]', () => {
    for (const path of ['/ar/%63ourse/x', '/ar//course/x', '/ar\\course\\x', '/ar/course%2Fx']) {
      expect(judgePage(path), path).toMatchObject({
        kind: 'page',
        route: { access: 'purchased' },
        segments: ['course', 'x'],
      });
    }
    expect(judgePage('/ar/course.rsc/x')).toMatchObject({ route: { access: 'purchased' } });
    expect(judgePage('/ar/%E0%A4%A')).toEqual({ kind: 'malformed' });
  });
});
