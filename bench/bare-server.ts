import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FixedAnswer } from './nginx';
import { spawnPinned } from './pinned';

export interface BareServer {
  readonly port: number;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

const program = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const [port, folder] = process.argv.slice(2);
const body = readFileSync(folder + '/body');
const headers = Object.entries({ ...JSON.parse(readFileSync(folder + '/headers.json', 'utf8')), 'content-length': body.length }).flat();
createServer({ keepAliveTimeout: 65_000, noDelay: true }, (request, response) => { response.writeHead(200, headers); response.end(body); })
  .listen(Number(port), '127.0.0.1', () => process.stdout.write('listening'));
`;

/** Sends bytes from memory, the least work that Node's HTTP server can do for a request. */
export async function startBareServer(port: number, { body, headers }: FixedAnswer): Promise<BareServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'));
  writeFileSync(join(folder, 'body'), body);
  writeFileSync(join(folder, 'headers.json'), JSON.stringify(headers));
  writeFileSync(join(folder, 'server.mjs'), program);
  const child = spawnPinned([process.execPath, join(folder, 'server.mjs'), String(port), folder], 0);
  await once(child.stdout, 'data');
  return {
    port,
    pids: [child.pid ?? 0],
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
