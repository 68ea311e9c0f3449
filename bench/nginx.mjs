import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf } from './processor-time.mjs';

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0;

const configuration = (folder, port, locations) => `
${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000000; keepalive_timeout 65s;
  open_file_cache max=1000; etag on; server_tokens off; default_type application/octet-stream;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  geo $dollar { default "$"; }
  server { listen 127.0.0.1:${port}; root ${folder}/root; ${locations} }
}`;

const quoted = (text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '${dollar}')}"`;

/**
 * nginx with one worker, serving exactly the given answers: the same bytes and the same headers as ours.
 * @param answers `{path, body: Buffer, headers: {name: value}}`, and `folders` as `{path, folder}` for whole files
 */
export async function startNginx(port, answers, folders = []) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const locations = answers.map(({ path, body, headers }, index) => {
    const file = join(folder, 'root', `answer-${index}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
    const { 'content-type': type = 'application/octet-stream', ...others } = headers;
    const added = Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)};`);
    return `location = ${path} { types {} default_type ${quoted(type)}; ${added.join(' ')} alias ${file}; }`;
  });
  const aliases = folders.map(({ path, folder: real }) => `location ${path} { types { video/mp4 mp4; } alias ${real}/; }`);
  mkdirSync(join(folder, 'root'), { recursive: true });
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, [...locations, ...aliases].join('\n')));
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  await pause(300);
  if (child.exitCode !== null) throw new Error(`nginx did not start: ${complaint}`);
  const pids = [child.pid, ...childrenOf(child.pid)];
  return {
    port,
    pids,
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
