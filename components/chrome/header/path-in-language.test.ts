import { describe, expect, test } from 'vitest';
import { pathInLanguage } from './language-menu';

describe('pathInLanguage', () => {
  test.each([
    ['/ar/home', 'de', null, '/de/home'],
    ['/ar/details/service-page/build/web-development', 'en', null, '/en/details/service-page/build/web-development'],
    ['/en/course/nextjs-from-zero/01-welcome.mp4', 'ar', null, '/ar/course/nextjs-from-zero/01-welcome.mp4'],
    ['/ar/articles/first', 'en', ['ar', 'en', 'x-default'], '/en/articles/first'],
    ['/ar/articles/first', 'de', ['ar', 'en', 'x-default'], '/de/articles'],
    ['/ar/articles/first', 'de', [], '/de/articles'],
    ['/ar/articles/first', 'ar', [], '/ar/articles/first'],
    ['/nowhere', 'de', null, '/de/home'],
  ])('%s in %s [B3]', (path, lang, known, expected) => expect(pathInLanguage(path, lang, known)).toBe(expected));
});
