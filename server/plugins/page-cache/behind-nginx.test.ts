import { mkdtempSync, rmSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { setPageStatus, tagPage } from '@/lib/cache/page-context';
import { nginx, type RunningNginx, startExample } from '@/scripts/environment/nginx-example';
import { findFreePort } from '@/scripts/environment/ports';
import { startServer, type TestServer } from '@/server/testing/start-server';

interface Page {
  state: 'there' | 'gone' | 'moved';
  text: string;
  takesMs: number;
}

let site: TestServer;
let page: Page;
let folder: string;
let port: number;
let proxy: RunningNginx;

function get(path: string): Promise<string> {
  return new Promise((done, refuse) => {
    const call = secureRequest(
      { host: '127.0.0.1', port, path, headers: { host: 'example.org' }, rejectUnauthorized: false, agent: false },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (part: string) => (body += part));
        answer.on('end', () => done(`${answer.statusCode} ${body}`));
      },
    );
    call.on('error', refuse).end();
  });
}

const ask = () => get('/en/articles/one');

beforeEach(async () => {
  if (!nginx) return;
  page = { state: 'there', text: 'first', takesMs: 0 };
  site = await startServer(
    async (_request, response) => {
      tagPage('articles');
      const { state, text, takesMs } = page;
      await sleep(takesMs);
      if (state === 'gone') setPageStatus(404);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (state === 'moved') response.writeHead(308, { location: '/en/articles/two' }).end();
      else response.end(state === 'gone' ? 'nothing' : text);
    },
    { env: { TRUSTED_PROXIES: '1', SITE_URL: 'https://example.org', LIMIT_SCALE: '100' } },
  );
  folder = mkdtempSync(join(tmpdir(), 'page-cache-'));
  port = await findFreePort();
  proxy = await startExample({ folder, mediaDir: join(site.folder, 'media'), upstreamPorts: [site.port], port });
});

afterEach(async () => {
  if (!nginx) return;
  await proxy.stop();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(nginx)('deploy/nginx.conf before the page cache', () => {
  test.each([
    ['gone', '404 nothing'],
    ['moved', '308 '],
  ] as const)(
    'nginx shows within two seconds that a page is %s, under concurrent requests and without any process [O4, O8]',
    async (state, answer) => {
      expect(await ask()).toBe('200 first');
      page = { state, text: '', takesMs: 200 };
      purge('articles');
      await expect.poll(ask, { timeout: 2_500, interval: 100 }).toBe(answer);
      expect(new Set(await Promise.all(Array.from({ length: 5 }, ask)))).toEqual(new Set([answer]));
      await site.app.close();
      expect(await ask()).toBe(answer);
    },
  );

  test('nginx does not hold a stale page, so that the new one appears as soon as it is rendered [O4, O7]', async () => {
    let asked = 0;
    site.app.server.on('request', () => (asked += 1));
    expect([await ask(), await ask(), asked]).toEqual(['200 first', '200 first', 1]);
    page = { state: 'there', text: 'second', takesMs: 1_500 };
    invalidate('articles');
    while (asked === 1) expect(await ask()).toBe('200 first');
    expect([await ask(), asked]).toEqual(['200 first', 3]);
    await expect.poll(ask, { timeout: 5_000, interval: 20 }).toBe('200 second');
  });
});
