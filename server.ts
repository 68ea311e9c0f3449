import { config, ConfigError } from '@/lib/config/config';
import type { App } from '@/lib/http/app';
import { createFront, type RunningFront } from '@/lib/http/create-front';
import { freezeBuiltins } from '@/lib/http/freeze-builtins';
import { countUnhandledRejection } from '@/lib/unhandled-rejections';
import { frontOptions } from '@/lib/http/options-from-config';
import { pathVerdict } from '@/lib/guards/path-verdict';
import { watchFolder } from '@/lib/http/files/watch-folder';
import { lifecycle, onStop } from '@/lib/lifecycle';
import { log } from '@/lib/log';
import { deriveKey } from '@/lib/config/secrets';

/** next-auth reads these two from the environment, in middleware too, so they are there before Next is. */
function prepareEnvironment(siteUrl: string): void {
  Object.assign(process.env, {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_URL: siteUrl,
    NEXTAUTH_SECRET: deriveKey('next-auth').toString('base64url'),
  });
}

function unknownPath(path: string): string | null {
  const verdict = pathVerdict(path, undefined);
  return verdict.kind === 'unknown' ? verdict.lang : null;
}

function stopOn(signals: readonly NodeJS.Signals[], front: RunningFront): void {
  const end = (code: number) => {
    front.stop().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.on(signal, () => end(0));
  process.on('unhandledRejection', (error) => {
    countUnhandledRejection(error, new Date());
    if (lifecycle.ready) return log.error({ err: error }, 'Unhandled rejection');
    log.fatal({ err: error }, 'Unhandled rejection during start');
    end(1);
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception');
    end(1);
  });
}

async function start(): Promise<void> {
  freezeBuiltins();
  const settings = config();
  prepareEnvironment(settings.siteUrl);
  const folder = process.cwd();
  let app: App = () => Promise.reject(new Error('The application is not prepared'));
  const front = createFront(frontOptions(settings, folder, { app: (request, response) => app(request, response), log, unknownPath }));
  stopOn(['SIGTERM', 'SIGINT'], front);
  await new Promise<void>((resolve, reject) => {
    front.server.once('error', reject);
    // A site that is only for this machine is not offered to the network.
    front.server.listen({ port: settings.port, ...(settings.onLocalhost ? { host: '127.0.0.1' } : {}) }, resolve);
  });
  const { default: next } = await import('next');
  const site = next({ dev: false, dir: folder, port: settings.port });
  await site.prepare();
  app = site.getRequestHandler();
  onStop(() => site.close());
  onStop(watchFolder(settings.contentDir, () => front.parts.desk.drop(['content'], false)));
  log.info({ port: settings.port, siteUrl: settings.siteUrl }, 'Listening');
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'The service could not start');
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 100);
});
