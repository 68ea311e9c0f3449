import plugin from 'fastify-plugin';
import { readFreeBytes } from '@/lib/process/data-dir';
import { lifecycle, minFreeMebibytes } from '@/lib/process/shared-state';
import type { AppOptions } from '@/server/options';

const minFreeBytes = minFreeMebibytes * 1024 * 1024;
const checkEveryMs = 2_000;

/** Watches disk space, because a full disk blocks the embedded database (R12, X33). */
export const health = plugin<AppOptions>(
  (app, { settings }, registered) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/healthz',
      handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    });

    const checkStorage = async () => {
      try {
        lifecycle.storageLow = (await readFreeBytes(settings.dataDir)) < minFreeBytes;
      } catch {
        // Treat a missing DATA_DIR like a full disk, except before the first start, which creates it.
        lifecycle.storageLow = lifecycle.ready;
      }
    };
    void checkStorage();
    const timer = setInterval(() => void checkStorage(), checkEveryMs);
    timer.unref();
    app.addHook('onClose', () => clearInterval(timer));
    registered();
  },
  { name: 'health' },
);
