import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BucketMock } from '../../../mocks/media-bucket';
import { type PaymobMock, startPaymobMock } from '../../../mocks/paymob/server';
import { findFreePort } from '../../../scripts/environment/ports';
import { prepareData, spawnService, stopProcess, waitUntilReady } from './services';

export interface VideoService {
  url: string;
  mediaDir: string;
  paymob: PaymobMock;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startVideoService(env: Record<string, string>): Promise<VideoService> {
  const folder = mkdtempSync(join(tmpdir(), 'video-service-'));
  const mediaDir = join(folder, 'media');
  cpSync('media/nextjs-from-zero', join(mediaDir, 'nextjs-from-zero'), { recursive: true });
  const [port, paymobPort] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${port}`;
  const paymob = await startPaymobMock({ port: paymobPort, siteUrl: url });
  const dataDir = join(folder, 'data');
  prepareData(dataDir);
  const start = () =>
    spawnService(port, url, dataDir, {
      ...paymob.env,
      MEDIA_DIR: mediaDir,
      LIMIT_SCALE: '1000',
      RECONCILE_EVERY_S: '2',
      ...env,
    });
  let child = start();
  await waitUntilReady(url);
  return {
    url,
    mediaDir,
    paymob,
    async restart() {
      await stopProcess(child, 'SIGKILL');
      child = start();
      await waitUntilReady(url);
    },
    async stop() {
      await stopProcess(child);
      await paymob.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function fillBucket(bucket: BucketMock, course: string): Promise<void> {
  for (const entry of readdirSync(join('media', course), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) await bucket.put(file.split(/[\\/]/).slice(1).join('/'), readFileSync(file));
  }
}
