import { join } from 'node:path';
import type { Config } from '@/lib/config/config';
import type { FrontOptions } from '@/lib/http/front-options';
import { httpLimits } from '@/lib/http/http-server';
import type { PolicySources } from '@/lib/http/answers/policy';
import { languages } from '@/lib/language';

const MEBIBYTE = 1024 * 1024;
const TAG_MANAGER = 'https://www.googletagmanager.com';
const MEASURING = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];

function originsOf(addresses: readonly (string | null | undefined)[]): string[] {
  const present = addresses.filter((address): address is string => typeof address === 'string' && address !== '');
  return [...new Set(present.map((address) => new URL(address).origin))];
}

/** Foreign hosts appear in the policy only when configuration names them. */
export function policySources(settings: Config): PolicySources {
  const measured = settings.analyticsId !== null;
  return {
    formAction: originsOf([settings.paymob?.baseUrl, settings.google?.issuer, settings.linkedin?.issuer]),
    frame: originsOf([settings.feedbackFormUrl]),
    script: measured ? [TAG_MANAGER] : [],
    connect: measured ? [TAG_MANAGER, ...MEASURING] : [],
    img: measured ? [TAG_MANAGER, ...MEASURING] : [],
  };
}

/** The front's options for a service that was built in `folder`. */
export function frontOptions(
  settings: Config,
  folder: string,
  { app, log, unknownPath }: Pick<FrontOptions, 'app' | 'log' | 'unknownPath'>,
): FrontOptions {
  const compressed = join(folder, 'dist', 'compressed');
  return {
    app, log, languages, unknownPath,
    siteUrl: settings.siteUrl,
    policySources: policySources(settings),
    staticRoots: [
      { prefix: '/_next/static/', folder: join(folder, '.next', 'static'), compressedFolder: join(compressed, 'next'), immutable: true },
      { prefix: '/', folder: join(folder, 'public'), compressedFolder: join(compressed, 'public'), immutable: false },
    ],
    mediaDir: settings.mediaDir,
    mediaBucket: settings.mediaBucket,
    dataDir: settings.dataDir,
    sendFiles: settings.sendFiles,
    trustedProxies: settings.trustedProxies,
    limitScale: settings.limitScale,
    warmPages: true,
    pageBytes: 48 * MEBIBYTE,
    staticBytes: 24 * MEBIBYTE,
    limits: httpLimits,
  };
}
