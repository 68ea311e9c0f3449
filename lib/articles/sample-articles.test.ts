import { beforeEach, expect, it, vi } from 'vitest';
import { verifyPassword } from '@/lib/accounts/password/check-password';
import { resetConfig } from '@/lib/config/config';
import { readAboutPage } from '@/lib/content/pages';
import { db } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { seedDatabase } from '@/lib/operations/control/commands';
import { resetDatabase } from '@/tests/support/database';
import { listWholeArticles } from './articles';
import { invalidateArticles } from './save-article';

const now = new Date('2026-11-21T10:00:00Z');

beforeEach(async () => {
  await resetDatabase();
  invalidateArticles();
});

it('seeding adds six articles per language with text, picture and a team member as author; a second run changes nothing [C11, S4]', async () => {
  await seedDatabase(now);
  for (const lang of languages) {
    const { articles, total } = await listWholeArticles({ lang, page: 1, pageSize: 20, now });
    expect(total).toBe(6);
    const team = (await readAboutPage(lang))?.blocks.map(({ name }) => name);
    for (const article of articles) {
      expect(article.htmlContent.length, `${lang} ${article.blogId}`).toBeGreaterThan(1200);
      expect(article.imageUrl).toMatch(/^\/assets\//);
      expect(team).toContain(article.author);
    }
  }
  const client = await db();
  await client.article.update({ where: { id: 'arabic-interfaces' }, data: { views: 7 } });
  const before = [await client.user.findMany(), await client.articleText.findMany({ omit: {} })];
  expect(await seedDatabase(now)).toContain('The sample articles already exist.');
  expect([await client.user.findMany(), await client.articleText.findMany({ omit: {} })]).toEqual(before);
});

it('the demo accounts are confirmed and exist on localhost only [D12]', async () => {
  const lines = await seedDatabase(now);
  const [admin] = await (
    await db()
  ).user.findMany({ where: { role: 'admin' }, select: { email: true, passwordHash: true, emailConfirmedAt: true } });
  expect(admin).toMatchObject({ email: 'admin@midan.example', emailConfirmedAt: now });
  const password = lines.find((line) => line.startsWith('admin@'))?.split('password: ')[1] ?? '';
  expect(await verifyPassword(admin?.passwordHash ?? null, password)).toBe(true);
  await resetDatabase();
  vi.stubEnv('SITE_URL', 'https://midan.example');
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:2525');
  resetConfig();
  await seedDatabase(now);
  expect(await (await db()).user.count()).toBe(0);
  vi.unstubAllEnvs();
  resetConfig();
});
