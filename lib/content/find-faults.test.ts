import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findContentFaults } from '@/lib/content/faults';
import { languages } from '@/lib/language';

it('reports faults with file, field and reason, and finds none in our own content [O2]', async () => {
  expect(await findContentFaults('content')).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
  writeFileSync(
    join(folder, 'midan/products.json'),
    '[{"key":"a","name":"A","description":"A","amount":-1,"courseName":"a"}]',
  );
  writeFileSync(join(folder, 'midan/ar/home-page/hero.json'), '{"type":');
  writeFileSync(join(folder, 'midan/ar/stray.json'), '{}');
  rmSync(join(folder, 'midan/de/price-page/pricing.json'));
  const services = join(folder, 'midan/en/service-page/build.json');
  writeFileSync(services, readFileSync(services, 'utf8').replace('"titleTr": "Mobile apps"', '"titleTr": "Apps"'));
  for (const [file, right, wrong] of [
    ['en/home-page/grow.json', '.svg"', '-gone.svg"'],
    ['common/header.json', '"flag": "de"', '"flag": "zz"'],
    ['i18n/en.json', '{minutes}', '{minuets}'],
  ] as const) {
    const path = join(folder, 'midan', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(right, wrong));
  }
  const faults = (await findContentFaults(folder)).join('\n');
  for (const fault of [
    'midan/products.json: 0.amount: ',
    'midan/ar/home-page/hero.json: ',
    'midan/ar/stray.json: unknown content file',
    'midan/de/price-page/pricing.json: is missing',
    'midan/en/service-page/build.json: details.services.1.titleTr: slug_differs (apps)',
    'midan/ar/service-page/build.json: details.services.1.titleTr: slug_differs (mobile-apps)',
    '-gone.svg is not in public/',
    'midan/i18n/en.json: articles.reading_time: the placeholder {minutes} of midan/i18n/ar.json is missing',
    'midan/i18n/en.json: articles.reading_time: the placeholder {minuets} is not in midan/i18n/ar.json',
    'midan/common/header.json: languages.2.flag: /assets/flags/zz.svg is not in public/',
  ]) {
    expect(faults).toContain(fault);
  }
  rmSync(folder, { recursive: true });
});

it('reports mismatches between files: a price, a lesson of a quiz [O2, C6, P3]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
  for (const [file, right, wrong] of [
    ['products.json', /"amount": 180/, '"amount": 181'],
    ['quizzes/nextjs-start.json', /"lesson": "[^"]+"/, '"lesson": "nextjs-from-zero/nothing.mp4"'],
    ['quizzes/level-web.json', /"begin": "[^"]+"/, '"begin": "nothing/01-welcome.mp4"'],
  ] as const) {
    const path = join(folder, 'midan', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(right, wrong));
  }
  const buildCourseFault = (lang: string) =>
    `midan/${lang}/course-page/courses-data.json: services.0.courseInfo: shows the price 180, but its product course-nextjs costs 181`;
  expect(await findContentFaults(folder)).toEqual([
    ...languages.map(buildCourseFault),
    expect.stringMatching(
      /^midan\/quizzes\/level-web\.json: questions\.\d\.begin: no course has the lesson nothing\/01-welcome\.mp4$/,
    ),
    'midan/quizzes/nextjs-start.json: lesson: no course has the lesson nextjs-from-zero/nothing.mp4',
  ]);
  rmSync(folder, { recursive: true });
});
