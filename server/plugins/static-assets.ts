import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import send from '@fastify/send';
import plugin from 'fastify-plugin';
import type { AppOptions } from '@/server/options';
import { sendStored, type StoredResponse, storeResponse } from '@/server/rendering/stored-response';
import { sendDiskFile } from '@/server/send-file';
import { crossOriginHeaders } from './security-headers';

declare module 'fastify' {
  interface FastifyInstance {
    readStylesheet(address: string): string | null;
    hasAsset(address: string): boolean;
  }
}

const maxHeldBytes = 512 * 1024;
const hashedName = /[.-](?=[a-f]*\d)[0-9a-f]{8,}\.\w+$/;
const immutableCaching = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600, must-revalidate';

/** The service worker must be revalidated, and needs `connect-src` to fetch. */
const workerPath = '/sw.js';
const workerHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
};

interface Asset {
  readonly address: string;
  readonly path: string;
  readonly compressedPath: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function listAssets(
  folder: string,
  prefix: string,
  compressedFolder: string,
  isImmutable: boolean,
): Promise<Asset[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(folder, path).split(sep).join('/');
      const type = send.mime.getType(path) ?? 'application/octet-stream';
      const headers = {
        'cache-control': isImmutable || hashedName.test(name) ? immutableCaching : forAnHour,
        ...(type.startsWith('image/') ? crossOriginHeaders : {}),
      };
      return { address: prefix + name, path, compressedPath: join(compressedFolder, name), type, headers };
    });
}

const readIfPresent = (path: string): Promise<Buffer | null> => readFile(path).catch(() => null);

async function loadAsset({ address, path, compressedPath, type, headers: own }: Asset): Promise<StoredResponse | null> {
  const body = await readFile(path);
  if (body.length > maxHeldBytes) return null;
  const [br, gzip] = await Promise.all([readIfPresent(`${compressedPath}.br`), readIfPresent(`${compressedPath}.gz`)]);
  const headers = {
    ...own,
    'content-type': send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type,
    vary: 'accept-encoding',
    'accept-ranges': 'bytes',
    ...(address === workerPath ? workerHeaders : {}),
  };
  return storeResponse({ status: 200, headers, body }, { precompressed: { br, gzip } });
}

/** Serves only files found at start, so that no path can leave the folder. */
export const staticAssets = plugin<AppOptions>(
  async (app, { folder }) => {
    const compressed = join(folder, 'dist', 'compressed');
    const assets = [
      ...(await listAssets(join(folder, '.next', 'static'), '/_next/static/', join(compressed, 'next'), true)),
      ...(await listAssets(join(folder, 'public'), '/', join(compressed, 'public'), false)),
    ];
    const byAddress = new Map(assets.map((asset) => [asset.address, asset]));
    const held = new Map<string, StoredResponse>();
    const stylesheets = new Map<string, string>();
    await Promise.all(
      assets.map(async (asset) => {
        const stored = await loadAsset(asset);
        if (stored) held.set(asset.address, stored);
        if (asset.address.endsWith('.css')) stylesheets.set(asset.address, await readFile(asset.path, 'utf8'));
      }),
    );
    app.decorate('hasAsset', (address: string) => byAddress.has(address));
    app.decorate('readStylesheet', (address: string) => stylesheets.get(address) ?? null);

    app.addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return done();
      const address = `/${(request.segments ?? []).join('/')}`;
      const stored = held.get(address);
      if (stored && request.headers.range === undefined) return sendStored(request, reply, stored);
      const asset = byAddress.get(address);
      if (!asset) return done();
      const type = send.isUtf8MimeType(asset.type) ? `${asset.type}; charset=utf-8` : asset.type;
      // Serve ranges from the uncompressed file, with that file's ETag.
      sendDiskFile(request, reply, {
        path: asset.path,
        headers: { ...asset.headers, 'content-type': type },
        etag: stored?.representations.identity.headers.etag,
      })
        .then((isSent) => {
          if (!isSent) done();
        })
        .catch(done);
    });
  },
  { name: 'static-assets', dependencies: ['request-context'] },
);
