import { describe, expect, test } from 'vitest';
import { pathVerdict } from './path-verdict';

const page = (path: string) => pathVerdict(path, undefined);

describe('A1 A3 A4 what a path is', () => {
  test('A1 the root goes to the chosen language, else to Arabic', () => {
    expect(page('/')).toEqual({ kind: 'redirect', to: '/ar/home' });
    expect(pathVerdict('/', 'de')).toEqual({ kind: 'redirect', to: '/de/home' });
    expect(pathVerdict('/', 'zz')).toEqual({ kind: 'redirect', to: '/ar/home' });
    expect(page('/en')).toEqual({ kind: 'redirect', to: '/en/home' });
  });

  test.each([['/foo', 'en'], ['/home', 'en'], ['/zz/home', 'ar'], ['/AR/home', 'ar'], ['/de/nowhere', 'de'], ['/ar/Login', 'ar'], ['/ar/course', 'ar'], ['/en/home/deeper', 'en']])(
    'A3 A4 %s is the home page in %s',
    (path, lang) => expect(page(path)).toEqual({ kind: 'unknown', lang }),
  );

  test.each(['/ar/details', '/ar/details/a/b', '/en/details/service-page/web/a-title', '/de/articles/x', '/ar/course/a/lesson.mp4', '/ar/otpcode/a%40b.c/123456', '/ar/profile'])(
    'A8 %s is a page',
    (path) => expect(page(path).kind).toBe('page'),
  );

  test('G1 no spelling of a guarded page hides it', () => {
    for (const path of ['/ar/%63ourse/x', '/ar//course/x', '/ar\\course\\x', '/ar/course%2Fx']) {
      expect(page(path), path).toMatchObject({ kind: 'page', route: { access: 'purchased' }, segments: ['course', 'x'] });
    }
    expect(page('/ar/course.rsc/x')).toMatchObject({ route: { access: 'purchased' } });
    expect(page('/ar/%E0%A4%A')).toEqual({ kind: 'malformed' });
  });
});
