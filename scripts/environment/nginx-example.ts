import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTaken } from './ports';
import { findProgram } from './programs.mjs';

export const nginx = findProgram('nginx');

interface NginxOptions {
  folder: string;
  mediaDir: string;
  upstreamPorts: readonly [number, ...number[]];
  port: number;
}

export function writeExample({ folder, mediaDir, upstreamPorts, port }: NginxOptions): string {
  const key = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const { status, stderr, error } = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=example.org',
    '-days',
    '2',
    ...key,
  ]);
  if (status !== 0)
    throw new Error(`openssl could not create a certificate for nginx: ${error?.message ?? String(stderr)}`, {
      cause: error,
    });
  copyFileSync('deploy/unavailable.html', join(folder, 'unavailable.html'));
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${upstreamPorts[0]}`)
    .replace(
      '# server 127.0.0.1:3001',
      upstreamPorts[1] === undefined ? '# server 127.0.0.1:3001' : `server 127.0.0.1:${upstreamPorts[1]}`,
    )
    .replace('/var/cache/nginx/site', join(folder, 'cache'))
    .replaceAll('/var/log/nginx', folder)
    // Use a socket: a second port may already be taken.
    .replace(/listen 80;/, `listen unix:${join(folder, 'http.sock')};`)
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`)
    .replace(/\/etc\/letsencrypt\/live\/example\.org/g, folder)
    .replace('/srv/site/media/', `${mediaDir}/`)
    .replace('/srv/site/current/deploy', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`,
  );
  return file;
}

export interface RunningNginx {
  stop(): Promise<void>;
}

/** Waits until nginx accepts connections. Throws with nginx's own message when it exits instead. */
export async function startExample(options: NginxOptions): Promise<RunningNginx> {
  if (!nginx) throw new Error('nginx is not installed');
  const file = writeExample(options);
  // nginx's worker runs as another user.
  chmodSync(options.folder, 0o755);
  const child = spawn(nginx, ['-c', file, '-p', options.folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written += text));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await isTaken(options.port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`nginx did not start: ${written}`);
    await sleep(50);
  }
  return {
    async stop() {
      child.kill('SIGQUIT');
      await exited;
    },
  };
}
