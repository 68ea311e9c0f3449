import plugin from 'fastify-plugin';
import { statfs } from 'node:fs/promises';
import { lifecycle, minFreeMebibytes } from '@/lib/process/lifecycle';
import type { AppOptions } from '../options';

const minFreeBytes = minFreeMebibytes * 1024 * 1024;
const checkEveryMs = 2_000;

/** `/healthz` says that the process lives. A full disk would block the embedded database, so its space is watched (R12, X33). */
export const health = plugin<AppOptions>((app, { settings }, registered) => {
  app.route({ method: ['GET', 'HEAD'], url: '/healthz', handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }) });

  const checkStorage = async () => {
    try {
      const { bavail, bsize } = await statfs(settings.dataDir);
      lifecycle.storageLow = bavail * bsize < minFreeBytes;
    } catch {
      // Before the first start there is no folder yet. One that went later blocks the embedded database as a full disk does.
      lifecycle.storageLow = lifecycle.ready;
    }
  };
  void checkStorage();
  const timer = setInterval(() => void checkStorage(), checkEveryMs);
  timer.unref();
  app.addHook('onClose', () => clearInterval(timer));
  registered();
}, { name: 'health' });
