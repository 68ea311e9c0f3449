import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPaymobMock, type PaymobMock } from '../mocks/paymob/server';
import type { BucketMock } from '../mocks/media-bucket';
import { freePort, ready } from './services';

/** A service of its own whose lessons lie in a folder of its own, which can be stopped and started on the same port. */
export interface MediaSite { url: string; mediaDir: string; paymob: PaymobMock; restart(): Promise<void>; stop(): Promise<void> }

const ended = (child: ChildProcess, signal: NodeJS.Signals) => new Promise<void>((done) => {
  child.once('exit', () => done());
  child.kill(signal);
});

export async function startMediaSite(env: Record<string, string>): Promise<MediaSite> {
  const folder = mkdtempSync(join(tmpdir(), 'media-site-'));
  const mediaDir = join(folder, 'media');
  cpSync('media/nextjs-from-zero', join(mediaDir, 'nextjs-from-zero'), { recursive: true });
  const [port, paymobPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const paymob = await startPaymobMock({ port: paymobPort, siteUrl: url });
  const start = () => spawn(process.execPath, ['dist/server.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH, ...paymob.env, NODE_ENV: 'production', PORT: String(port), SITE_URL: url, DATA_DIR: join(folder, 'data'),
      MEDIA_DIR: mediaDir, AUTH_SECRET: 'a-secret-of-a-site-with-lessons-0123456789', LOG_LEVEL: 'error', LIMIT_SCALE: '1000', RECONCILE_EVERY_S: '2', ...env,
    },
  });
  let child = start();
  await ready(url);
  return {
    url, mediaDir, paymob,
    async restart() {
      await ended(child, 'SIGKILL');
      child = start();
      await ready(url);
    },
    async stop() {
      await ended(child, 'SIGTERM');
      await paymob.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sample course as it would lie in a bucket. */
export async function fillBucket(bucket: BucketMock, course: string): Promise<void> {
  for (const entry of readdirSync(join('media', course), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) await bucket.put(file.split(/[\\/]/).slice(1).join('/'), readFileSync(file));
  }
}
