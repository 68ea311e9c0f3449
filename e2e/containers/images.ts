import { execFileSync, type StdioOptions } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { root } from '../../scripts/environment/set-up.mjs';

const npmVersion = '11.21.2';
const containerfile = join(root, 'deploy', 'Containerfile');
/** Keeps base images between runs. Delete the folder to build them again. */
const workDir = join(root, 'var', 'containers');
const log = join(workDir, 'build.log');
const storage = [
  ...['--storage-driver', 'vfs', '--root', join(workDir, 'storage')],
  ...['--runroot', join(workDir, 'run'), '--log-level', 'error'],
];

function run(command: string, args: readonly string[], stdio: StdioOptions = ['ignore', 'pipe', 'pipe']): string {
  return (execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1e9, stdio }) ?? '').trim();
}

export const runBuildah = (...args: string[]): string => run('buildah', [...storage, ...args]);

export interface ImageConfig {
  User?: string;
  Env?: string[];
  Entrypoint?: string[];
  Cmd?: string[];
  WorkingDir?: string;
  Volumes?: Record<string, object>;
  StopSignal?: string;
  Healthcheck?: { Test: string[] };
}

export const readConfig = (image: string): ImageConfig =>
  (JSON.parse(runBuildah('inspect', '--type', 'image', image)) as { Docker: { config: ImageConfig } }).Docker.config;

/** Ignores the registry in front of the name. A name without a tag has the tag `latest`. */
function isBuilt(image: string): boolean {
  const tagged = image.includes(':') ? image : `${image}:latest`;
  return runBuildah('images', '--format', '{{.Name}}:{{.Tag}}')
    .split('\n')
    .some((line) => line === tagged || line.endsWith(`/${tagged}`));
}

function commitFolder(folder: string, image: string): void {
  const container = runBuildah('from', 'scratch');
  runBuildah('add', container, folder, '/');
  runBuildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  runBuildah('commit', '--rm', '--format', 'docker', container, image);
}

const readBase = (): string => /^FROM (\S+)/m.exec(readFileSync(containerfile, 'utf8'))?.[1] ?? '';

/** Builds an image like Node's official one from Debian and npm packages, for machines that cannot pull images. */
function makeBase(image: string): void {
  const [, major, suite] = /^node:(\d+)-(\w+)-slim$/.exec(image) ?? [];
  if (!major || !suite)
    throw new Error(`deploy/Containerfile starts from ${image}; this script makes only node:*-slim`);
  const folder = mkdtempSync(join(tmpdir(), 'base-'));
  try {
    chmodSync(folder, 0o755);
    run('debootstrap', ['--variant=minbase', suite, folder]);
    const node = `node-linux-${process.arch}@${major}`;
    run('npm', ['install', '--global', '--prefix', join(folder, 'usr', 'local'), `npm@${npmVersion}`, node]);
    run('chroot', [folder, 'useradd', '--create-home', 'node']);
    const unused = ['share/doc', 'share/man', 'share/locale', 'local/lib/node_modules/npm/man'];
    for (const path of [...unused.map((each) => join('usr', each)), 'var/cache/apt', 'var/lib/apt/lists'])
      rmSync(join(folder, path), { recursive: true, force: true });
    commitFolder(folder, `docker.io/library/${image}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Images for the services of compose.yaml. They contain Debian's PostgreSQL and nginx, which are older than the official images. */
const services: Record<string, string[]> = {
  postgres: ['postgresql', '--stop-signal', 'SIGINT', '--entrypoint', '["/postgres-entrypoint.sh"]'],
  nginx: ['nginx-light', '--stop-signal', 'SIGQUIT', '--cmd', 'nginx -g "daemon off;"'],
};

export function ensureImage(image: string): void {
  if (isBuilt(image)) return;
  const [name = ''] = image.split(':');
  const [packageName, ...settings] = services[name] ?? [];
  if (!packageName)
    throw new Error(`compose.yaml names ${image}; this script makes only ${Object.keys(services).join(', ')}`);
  const container = runBuildah('from', '--pull-never', readBase());
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packageName} && rm -f /etc/nginx/sites-enabled/*`;
  runBuildah(
    'run',
    '--isolation',
    'chroot',
    '--env',
    'DEBIAN_FRONTEND=noninteractive',
    container,
    '--',
    'sh',
    '-c',
    install,
  );
  runBuildah('copy', container, join(import.meta.dirname, 'postgres-entrypoint.sh'), '/');
  runBuildah('config', ...settings, container);
  runBuildah('commit', '--rm', '--format', 'docker', container, `docker.io/library/${image}`);
}

/** Lets npm inside the build use this machine's registry and certificates. */
function copyNpmSettings(folder: string): string[] {
  const certificates = join(folder, 'certificates.pem');
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  writeFileSync(certificates, [...rootCertificates, ...(extra ? [readFileSync(extra, 'utf8')] : [])].join('\n'));
  const settings = join(folder, 'npmrc');
  writeFileSync(settings, `registry=${run('npm', ['config', 'get', 'registry'])}\ncafile=/run/certificates.pem\n`);
  return ['--volume', `${certificates}:/run/certificates.pem:ro`, '--volume', `${settings}:/root/.npmrc:ro`];
}

/** Builds `site` from deploy/Containerfile. @returns seconds @throws with the end of var/containers/build.log */
export function buildSite(): number {
  mkdirSync(workDir, { recursive: true });
  const base = readBase();
  if (!isBuilt(base)) makeBase(base);
  const folder = mkdtempSync(join(tmpdir(), 'npm-'));
  const startedAtMs = Date.now();
  try {
    const isolated = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--logfile', log];
    rmSync(log, { force: true });
    runBuildah('bud', ...isolated, ...copyNpmSettings(folder), '--file', containerfile, '--tag', 'site', root);
    return (Date.now() - startedAtMs) / 1000;
  } catch (error) {
    const end = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-20).join('\n') : String(error);
    throw new Error(`the build failed (${log}):\n${end}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
