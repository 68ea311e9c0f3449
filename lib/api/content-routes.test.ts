import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as typeOf } from '@/app/api/gettype/[hostname]/[name]/route';
import { GET as assets } from '@/app/assets/[...path]/route';
import { GET as siteConfig } from '@/app/config/config.json/route';
import { GET as common } from '@/app/content/common/[file]/route';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { copyContent } from '@/tests/support/content/content-folder';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = copyContent());
});

afterEach(() => remove());

const buildContext = (params: Record<string, string | string[]>) => ({ params: Promise.resolve(params) });
const fetchAsset = (path: string, headers: Record<string, string> = {}) =>
  assets(new Request(`http://localhost:3000/assets/${path}`, { headers }), buildContext({ path: path.split('/') }));

describe('content URLs', () => {
  it.each([
    'midan/style.json',
    'midan/pages-components.json',
    'midan/content/products.json',
    'midan/content/common/header.json',
    'midan/content/common/footer.json',
    'midan/content/common/socialMediaLinks.json',
    'midan/content/ar/home-page/hero.json',
    'midan/content/de/home-page/meta-data.json',
    'midan/content/en/aboutus-page/meta-data.json',
    'midan/content/ar/service-page/meta-data.json',
    'midan/content/en/course-page/courses-data.json',
    'midan/content/en/course-page/meta-data.json',
    'midan/content/de/price-page/pricing.json',
    'midan/content/ar/price-page/meta-data.json',
    'i18n/ar.json',
    'midan/auth/credentials.json',
  ])('/assets/%s is JSON with a strong ETag, and 304 for a matching If-None-Match [S1, S2, C14]', async (path) => {
    const response = await fetchAsset(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    JSON.parse(await response.text());
    const again = await fetchAsset(path, { 'if-none-match': `"x", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    'other/style.json',
    'midan/content/xx/home-page/hero.json',
    'midan/content/ar/nowhere/hero.json',
    'midan/content/ar/home-page/nothing.json',
    'midan/content/../style.json',
    'midan/content/%2e%2e/style.json',
    'midan/content/ar/..%2f..%2fconfig.json',
    'midan/config.json',
    'i18n/xx.json',
    '%ff',
  ])('/assets/%s answers 404 with a problem document [S1]', async (path) => {
    const response = await fetchAsset(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch('application/problem+json');
    expect(await response.text()).not.toContain(folder);
  });

  it('answers 503 for an invalid file, logs field and reason, and serves the file again once it is fixed [O2, B12]', async () => {
    const error = vi.spyOn(log, 'error');
    const file = join(folder, 'midan/style.json');
    writeFileSync(file, '{"--ink": 5}');
    const broken = await fetchAsset('midan/style.json');
    expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '60']);
    expect(error.mock.calls[0]?.[1]).toBe('Error fetching file: midan/style.json');
    expect(JSON.stringify(error.mock.calls[0]?.[0])).toContain('--ink: ');
    writeFileSync(file, '\uFEFF{"--ink": "#123456"}');
    expect(await (await fetchAsset('midan/style.json')).json()).toEqual({ '--ink': '#123456' });
  });

  it('serves common files without the project in their path [S1]', async () => {
    const response = await common(
      new Request('http://localhost:3000/content/common/header.json'),
      buildContext({ file: 'header.json' }),
    );
    expect(await response.json()).toEqual(await (await fetchAsset('midan/content/common/header.json')).json());
  });
});

it('the configuration names project, product, version and languages [S2, B13]', async () => {
  const response = await siteConfig(new Request('http://localhost:3000/config/config.json'), buildContext({}));
  expect(await response.json()).toEqual({
    project: 'midan',
    productName: 'Midan',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    languages,
    defaultLanguage: 'ar',
    apiBaseUrl: 'http://localhost:3000',
  });
});

it('answers the type of a block by the last part of its file name [S5]', async () => {
  const ask = (name: string) =>
    typeOf(
      new Request(`http://localhost:3000/api/gettype/example.org/${name}`),
      buildContext({ hostname: 'example.org', name }),
    );
  expect(await (await ask('hero')).json()).toEqual({
    hostname: 'example.org',
    name: 'hero',
    type: 'hero-with-one-image',
  });
  expect((await ask('toString')).status).toBe(404);
});
