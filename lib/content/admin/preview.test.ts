import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { db } from '@/lib/database/client';
import { findRoute } from '@/lib/find-route';
import { resetDatabase } from '@/tests/support/database';
import { contrastOf, unreadablePairs } from './document-schema';
import { listDocuments } from './documents';
import { pageOfDocument, previewRoleOf, previewUrl } from './preview';

const now = new Date('2026-11-21T10:00:00Z');
const hero = 'home-page.hero';
const style = JSON.parse(readFileSync('content/midan/style.json', 'utf8')) as Record<string, string>;

beforeEach(async () => {
  await resetDatabase();
});

describe('previews and colours [N5]', () => {
  it('content of a page is previewed on a real page, and only home page content on the home page [N5]', async () => {
    const ofPages = (await listDocuments())
      .map(({ id }) => id)
      .filter((id) => id.includes('.') && !id.startsWith('common.') && !id.startsWith('i18n.'));
    for (const id of ofPages)
      expect(findRoute(['en', ...pageOfDocument(id).split('/').filter(Boolean)]), id).toBeDefined();
    expect(['common.policy', 'common.footer', 'style'].map(pageOfDocument)).toEqual(['/policy', '/home', '/home']);
    expect([...new Set(ofPages.filter((id) => pageOfDocument(id) === '/home').map((id) => id.split('.')[0]))]).toEqual([
      'home-page',
    ]);
  });

  it('a preview works only in its own session and for a limited time [N5]', async () => {
    const client = await db();
    const user = await client.user.create({
      data: { role: 'editor', name: 'Hala', totpConfirmedAt: now },
      select: { id: true },
    });
    const at = new Date();
    const [own, other] = [
      await startSession({ userId: user.id, totpAt: at }, { userAgent: '', ip: '' }, at),
      await startSession({ userId: user.id, totpAt: at }, { userAgent: '', ip: '' }, at),
    ];
    const actor = await findActor(own.sessionId, user.id, at);
    const { url } = await previewUrl(actor, 'service-page.build', 'de', at);
    const token = new URL(url, 'http://localhost').searchParams.get('preview') ?? '';
    expect(url).toMatch(/^\/de\/services\?preview=/);
    const buildBearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });
    expect(await previewRoleOf(buildBearer(own.accessToken), token, at)).toBe('editor');
    expect(await previewRoleOf(buildBearer(other.accessToken), token, at)).toBeNull();
    expect(await previewRoleOf({}, token, at)).toBeNull();
    expect(await previewRoleOf(buildBearer(own.accessToken), token.replace(/^\d+/, '9999999999'), at)).toBeNull();
    const past =
      new URL(
        (await previewUrl(actor, hero, 'de', new Date(at.getTime() - 16 * 60_000))).url,
        'http://localhost',
      ).searchParams.get('preview') ?? '';
    expect(await previewRoleOf(buildBearer(own.accessToken), past, at)).toBeNull();
    await client.user.update({ where: { id: user.id }, data: { role: 'learner' }, select: { id: true } });
    expect(await previewRoleOf(buildBearer(own.accessToken), token, at)).toBeNull();
  });

  it('measures contrast as WCAG does, in both themes [N5]', () => {
    expect(contrastOf('#000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(unreadablePairs(style)).toEqual([]);
    expect(unreadablePairs({ ...style, '--dark-ink': '#222222' })).toContainEqual(
      expect.objectContaining({ text: '--dark-ink', background: '--dark-paper' }),
    );
  });
});
