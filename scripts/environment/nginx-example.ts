import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './programs.mjs';

export const nginx = findProgram('nginx');

interface Place {
  folder: string;
  mediaDir: string;
  upstreamPorts: readonly [number, ...number[]];
  port: number;
}

export function writeExample({ folder, mediaDir, upstreamPorts, port }: Place): string {
  const key = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  spawnSync('openssl', [
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
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${upstreamPorts[0]}`)
    .replace(
      '# server 127.0.0.1:3001',
      upstreamPorts[1] === undefined ? '# server 127.0.0.1:3001' : `server 127.0.0.1:${upstreamPorts[1]}`,
    )
    .replace('/var/cache/nginx/site', join(folder, 'cache'))
    .replace(/listen 80;/, `listen 127.0.0.1:${port + 1};`)
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`)
    .replace(/\/etc\/letsencrypt\/live\/example\.org/g, folder)
    .replace('/srv/site/media/', `${mediaDir}/`);
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
