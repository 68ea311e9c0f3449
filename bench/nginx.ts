import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnPinned } from './pinned';
import { listChildren } from './processor-time';

export interface FixedAnswer {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Nginx {
  readonly port: number;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

const quote = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '${dollar}')}"`;

const writeConfiguration = (folder: string, port: number, locations: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000000; keepalive_timeout 65s;
  open_file_cache max=1000; etag on; server_tokens off; default_type application/octet-stream;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  geo $dollar { default "$"; }
  server { listen 127.0.0.1:${port}; root ${folder}; ${locations} }
}`;

function writeLocation({ path, headers }: FixedAnswer, file: string): string {
  const { 'content-type': type = 'application/octet-stream', ...others } = headers;
  const added = Object.entries(others).map(([name, value]) => `add_header ${name} ${quote(value)};`);
  return `location = ${path} { types {} default_type ${quote(type)}; ${added.join(' ')} alias ${file}; }`;
}

export async function startNginx(
  port: number,
  answers: readonly FixedAnswer[],
  folders: Readonly<Record<string, string>> = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  mkdirSync(join(folder, 'answers'));
  const fixed = answers.map((answer, index) => {
    const file = join(folder, 'answers', String(index));
    writeFileSync(file, answer.body);
    return writeLocation(answer, file);
  });
  const videos = Object.entries(folders).map(
    ([path, real]) =>
      `location ${path} { types { video/mp4 mp4; } add_header access-control-allow-origin *; alias ${real}/; }`,
  );
  writeFileSync(join(folder, 'nginx.conf'), writeConfiguration(folder, port, [...fixed, ...videos].join('\n')));
  const child = spawnPinned(['nginx', '-p', folder, '-c', join(folder, 'nginx.conf')], 0);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await sleep(400);
  if (child.exitCode !== null || child.pid === undefined) throw new Error(`nginx did not start: ${complaint}`);
  return {
    port,
    pids: [child.pid, ...listChildren(child.pid)],
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
