import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchService, type Service } from '../support/services/services';

const folder = mkdtempSync(join(tmpdir(), 'brand-'));
let site: Service;

function makeBrand(): void {
  cpSync('content', join(folder, 'content'), { recursive: true });
  renameSync(join(folder, 'content/midan'), join(folder, 'content/nile'));
  for (const path of readdirSync(join(folder, 'content'), { recursive: true })
    .map(String)
    .filter((each) => each.endsWith('.json'))) {
    const file = join(folder, 'content', path);
    const text = readFileSync(file, 'utf8')
      .replaceAll('Midan', 'Nileworks')
      .replaceAll('ميدان', 'نايل')
      .replaceAll('midan.example', 'nile.example');
    writeFileSync(file, text.replace('"--accent": "#9f4a1c"', '"--accent": "#0b6b6b"'));
  }
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  makeBrand();
  site = await launchService(join(folder, 'data'), { CONTENT_DIR: join(folder, 'content'), SITE_PROJECT: 'nile' });
  await site.waitUntilReady();
});
test.afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('another brand needs only configuration and content [B13, A9, O4]', async ({ page, request }) => {
  for (const path of [
    '/en/home',
    '/ar/home',
    '/de/services',
    '/en/contact',
    '/ar/login',
    '/en/details/course-page/courses-data/nextjs-from-zero',
  ]) {
    const html = await (await request.get(`${site.url}${path}`)).text();
    expect(html, path).toMatch(/Nileworks|نايل/);
    expect(html, path).not.toMatch(/Midan|ميدان/);
    expect(html, path).toContain('--accent:#0b6b6b');
  }
  expect(await (await request.get(`${site.url}/config/config.json`)).json()).toMatchObject({
    project: 'nile',
    productName: 'Nileworks',
  });
  expect(
    await (await request.get(`${site.url}/version`, { headers: { accept: 'application/json' } })).json(),
  ).toMatchObject({ project: 'nile', productName: 'Nileworks' });
  await page.goto(`${site.url}/en/home`);
  await expect(page).toHaveTitle(/Nileworks/);
});
