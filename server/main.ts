import type { Server } from 'node:http';
import module from 'node:module';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { invalidate } from '@/lib/cache/invalidate';
import { config, ConfigError } from '@/lib/config/config';
import { deriveKey } from '@/lib/config/secrets';
import { log } from '@/lib/log';
import { prepareDataDir } from '@/lib/process/data-dir';
import { countUnhandledRejection, lifecycle, onStop } from '@/lib/process/shared-state';
import { ensureTemporaryFolder } from '@/lib/process/temporary-folder';
import { createApp } from './app';
import { freezeBuiltins } from './freeze-builtins';
import { findListenHost, listenOnIpv6Loopback } from './http-server';
import type { Application } from './rendering/render';
import { shutDown, stopOnSignals, stopSignals } from './shut-down';
import { watchFolder } from './watch-folder';

const maxStopMs = 60_000;

/** next-auth reads these, so set them before loading Next. */
function prepareEnvironment(siteUrl: string): void {
  Object.assign(process.env, {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_URL: siteUrl,
    NEXTAUTH_SECRET: deriveKey('next-auth').toString('base64url'),
  });
}

/** Makes the next start 0.5 s faster (Node 22 and later). */
function cacheCompiledCode(dataDir: string): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(dataDir, 'compiled'));
}

async function start(): Promise<void> {
  freezeBuiltins();
  const settings = config();
  prepareEnvironment(settings.siteUrl);
  prepareDataDir(settings.dataDir);
  const unwritable = ensureTemporaryFolder(settings.dataDir);
  if (unwritable)
    log.warn(
      { folder: unwritable, instead: process.env.TMPDIR },
      'The temporary folder is not writable; using a folder in DATA_DIR instead',
    );
  cacheCompiledCode(settings.dataDir);
  let resolveHandler: (handler: Application) => void = () => undefined;
  const handler = new Promise<Application>((resolve) => (resolveHandler = resolve));
  const app = await createApp({
    settings,
    folder: process.cwd(),
    application: async (request, response) => (await handler)(request, response),
  });

  let ipv6: Server | null = null;
  const { close } = closeWithGrace(
    { delay: maxStopMs, logger: false, skip: ['unhandledRejection', ...stopSignals] },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'Uncaught exception');
      await shutDown(app, ipv6 ? [ipv6] : []);
    },
  );
  stopOnSignals(() => {
    if (!lifecycle.stopping) close();
  });
  process.on('unhandledRejection', (error) => {
    countUnhandledRejection(error, new Date());
    if (lifecycle.ready) return log.error({ err: error }, 'Unhandled rejection');
    log.fatal({ err: error }, 'Unhandled rejection during start');
    process.exit(1);
  });

  await app.listen({ port: settings.port, host: findListenHost(settings) });
  if (settings.onLocalhost && !settings.listenHost) ipv6 = await listenOnIpv6Loopback(app, { settings });
  const { default: next } = await import('next');
  const site = next({ dev: false, dir: process.cwd(), port: settings.port });
  await site.prepare();
  const handle = site.getRequestHandler();
  resolveHandler((request, response) => handle(request, response));
  onStop(() => site.close());
  onStop(watchFolder(settings.contentDir, () => invalidate('content')));
  log.info({ port: settings.port, siteUrl: settings.siteUrl }, 'Listening');
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'The service could not start');
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 100);
});
