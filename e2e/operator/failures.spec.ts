import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { Agent, get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { launchService, startService, waitForExit } from '../support/services/services';

test.describe.configure({ timeout: 120_000 });

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hard-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listJsonFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(root, file));

const truncateFile = (file: string) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40));

/** Tries each fault on every fifth file, because all files share one reader (lib/content/read.test.ts). */
const faults: Array<[string, (file: string) => void]> = Object.entries({
  'of wrong types': (file: string) => writeFileSync(file, '{"services": 5, "details": [], "meta": "x"}'),
  'marked with a BOM': (file) => writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`),
  missing: (file) => rmSync(file),
  unreadable: (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  'far too large': (file) => {
    writeFileSync(file, '{"x":"');
    truncateSync(file, 50 * 1024 * 1024);
  },
} satisfies Record<string, (file: string) => void>);

const pageOf: Record<string, string> = {
  'home-page': 'home',
  'aboutus-page': 'about',
  'service-page': 'services',
  'price-page': 'pricing',
  'articles-page': 'articles',
  'contact-page': 'contact',
  'policy-page': 'policy',
  'refund-page': 'refund-policy',
  'course-page': 'details/course-page/courses-data/nextjs-from-zero',
};

test('each content file broken in turn fails only its own path with 503 and a log line; pages and the other language work [R13, O2, B9, B12]', async () => {
  test.setTimeout(300_000);
  const content = join(folder, 'content');
  cpSync('content', content, { recursive: true });
  const site = await startService(join(folder, 'data'), { CONTENT_DIR: content, LIMIT_SCALE: '1000' });
  // Add `?error=`, because pages with this parameter are never cached.
  const open = (path: string) => fetch(`${site.url}${path}?error=x`, { redirect: 'manual' });
  const fetchStatus = async (path: string) => (await open(path)).status;
  try {
    for (const [index, file] of listJsonFiles(join(content, 'midan')).entries()) {
      const [first = '', second = ''] = relative(join(content, 'midan'), file).split('/');
      const lang = ['ar', 'en', 'de'].includes(first) ? first : 'ar';
      const whole = readFileSync(file);
      const [name, spoil] = lang === 'ar' ? (['cut short', truncateFile] as const) : faults[index % faults.length]!;
      spoil(file);
      const page = `/${lang}/${pageOf[second] ?? 'home'}`;
      expect(await fetchStatus(page), `${page} while ${relative(content, file)} is ${name}`).toBeLessThan(500);
      if (first === lang && name === 'cut short') {
        const elsewhere = await open('/en/home');
        expect(elsewhere.status, `in English while ${relative(content, file)} is ${name}`).toBeLessThan(500);
        expect(await elsewhere.text(), `in English while ${relative(content, file)} is ${name}`).toMatch(/<h1[ >]/);
        const own = await fetch(
          `${site.url}/assets/midan/content/${first}/${relative(join(content, 'midan', first), file)}`,
        );
        expect([relative(content, file), own.status, own.headers.get('retry-after')]).toEqual([
          relative(content, file),
          503,
          expect.any(String),
        ]);
      }
      rmSync(file, { recursive: true, force: true });
      writeFileSync(file, whole);
    }
    expect(site.log()).toContain('Error fetching file: midan/pages-components.json');
    expect(await (await open('/ar/home')).text()).toMatch(/<h1[ >]/);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  } finally {
    await site.stop();
  }
});

test('a damaged database is neither opened nor replaced, and the log names the recovery [R21]', async () => {
  const first = await startService(folder, {});
  await first.stop();
  const control = join(folder, 'db/global/pg_control');
  expect(statSync(control).size).toBeGreaterThan(0);
  truncateSync(control, 100);
  const files = readdirSync(join(folder, 'db/base'), { recursive: true }).length;
  const second = await launchService(folder, {});
  expect(await waitForExit(second.process)).not.toBe(0);
  expect(second.log()).toContain('npm run restore -- <file>');
  expect(statSync(control).size).toBe(100);
  expect(readdirSync(join(folder, 'db/base'), { recursive: true }).length).toBe(files);
});

const get = (url: string, agent: Agent | false): Promise<{ status: number; body: string }> =>
  new Promise((done, refuse) => {
    httpGet(url, { agent }, (answer) => {
      let body = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => (body += part))
        .on('error', refuse);
      answer.on('end', () => done({ status: answer.statusCode ?? 0, body }));
    }).on('error', refuse);
  });

test('stopping under load answers accepted requests in full, closes the database and exits cleanly [R18]', async () => {
  const site = await startService(folder, { LIMIT_SCALE: '1000' });
  // Reuse open connections, because a service that is stopping may never accept a new one.
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const problems: string[] = [];
  const answered = new Set<number>();
  let stopping = false;
  const ask = async (_: unknown, client: number) => {
    for (let number = 0; !stopping; number += 1) {
      const answer = await get(`${site.url}/api/blogs?lang=en&q=x${number}`, agent).catch(
        (error: NodeJS.ErrnoException) => error,
      );
      if (answer instanceof Error) problems.push(`${answer.syscall ?? ''} ${answer.code ?? answer.message}`);
      else if (answer.status !== 200 || !/^\[.*\]$/s.test(answer.body)) problems.push(`status ${answer.status}`);
      answered.add(client);
    }
  };
  const asking = Array.from({ length: 20 }, ask);
  await expect.poll(() => answered.size, { timeout: 60_000 }).toBe(20);
  stopping = true;
  const beganAt = Date.now();
  site.process.kill('SIGTERM');
  expect(await waitForExit(site.process)).toBe(0);
  await Promise.all(asking);
  expect(problems).toEqual([]);
  expect(Date.now() - beganAt).toBeLessThan(20_000);
  expect([existsSync(join(folder, 'db.lock')), existsSync(join(folder, 'control.sock'))]).toEqual([false, false]);
  const again = await startService(folder, {});
  await again.stop();
});

test('connections opened during a stop are answered until readiness fails, none is refused or reset [R18]', async () => {
  const site = await startService(folder, { LIMIT_SCALE: '1000' });
  const problems: string[] = [];
  const ready: number[] = [];
  let answered = 0;
  const ask = async (_: unknown, client: number) => {
    for (let number = 0; ready.at(-1) !== 503 && problems.length === 0; number += 1) {
      const path = client === 0 ? '/readyz' : `/api/blogs?lang=en&q=y${client}-${number}`;
      const answer = await get(site.url + path, false).catch((error: NodeJS.ErrnoException) => error);
      if (answer instanceof Error) problems.push(`${answer.syscall ?? ''} ${answer.code ?? answer.message}`);
      else if (client === 0) ready.push(answer.status);
      else if (answer.status !== 200) problems.push(`status ${answer.status}`);
      else answered += 1;
    }
  };
  const asking = Array.from({ length: 20 }, ask);
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(100);
  site.process.kill('SIGTERM');
  const before = answered;
  await Promise.all(asking);
  expect(await waitForExit(site.process)).toBe(0);
  expect(problems).toEqual([]);
  expect([answered > before, ready[0], ready.at(-1)]).toEqual([true, 200, 503]);
});

test('an uncaught exception is logged, ends the process with an exit code for its supervisor and leaves no partial write [R23]', async () => {
  const bomb = join(folder, 'bomb.cjs');
  writeFileSync(
    bomb,
    `const fs = require('node:fs'); const look = setInterval(() => { if (fs.existsSync(${JSON.stringify(join(folder, 'now'))})) { clearInterval(look); throw new Error('injected'); } }, 50); look.unref();`,
  );
  const data = join(folder, 'data');
  const site = await startService(data, { NODE_OPTIONS: `--require ${bomb}` });
  const person = {
    name: 'Mona Adel',
    email: 'mona@learner.example',
    phone: '01001234567',
    sub: 'Two rivers meet at 7',
  };
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post(site.url, '/auth/createUser', person)).status).toBe(201);
  writeFileSync(join(folder, 'now'), '');
  expect(await waitForExit(site.process)).toBe(1);
  expect(site.log()).toMatch(/Uncaught exception/);
  expect(site.log()).toMatch(/injected/);
  const again = await startService(data, {});
  expect((await post(again.url, '/auth/loginAsUser', { email: person.email, sub: person.sub })).status).toBe(200);
  await again.stop();
});

function mountSmallDisk(place: string): boolean {
  mkdirSync(place);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=420m', 'tmpfs', place], { stdio: 'ignore' }).status === 0;
}

test('a disk filling up refuses writes before the database stops, keeps reads working and loses nothing acknowledged [R12, O4]', async () => {
  test.setTimeout(180_000);
  const data = join(folder, 'disk');
  const filler = join(data, 'filler');
  test.skip(!mountSmallDisk(data), 'no disk can be mounted on this machine');
  const site = await startService(data, { LIMIT_SCALE: '1000', RECONCILE_EVERY_S: '1' });
  const readFreeBytes = () => {
    const { bavail, bsize } = statfsSync(data);
    return bavail * bsize;
  };
  const fillUntil = (left: number) => {
    const piece = Buffer.alloc(4 * 1024 * 1024);
    try {
      while (readFreeBytes() > left) writeFileSync(filler, piece, { flag: 'a' });
    } catch {
      // The disk is full.
    }
  };
  const signUp = (name: string) =>
    fetch(`${site.url}/auth/createUser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(10_000),
      body: JSON.stringify({
        name: 'Mona Adel',
        email: `${name}@learner.example`,
        phone: '01001234567',
        sub: 'Two rivers meet at 7',
      }),
    });
  const fetchStatusOf = (path: string) =>
    fetch(`${site.url}${path}`, { signal: AbortSignal.timeout(5_000) }).then((answer) => answer.status);
  try {
    expect((await signUp('before')).status).toBe(201);
    fillUntil(200 * 1024 * 1024);
    await expect.poll(async () => (await signUp(`low-${Date.now()}`)).status, { timeout: 10_000 }).toBe(503);
    const refused = await signUp('low');
    expect([refused.headers.get('retry-after'), ((await refused.json()) as { type: string }).type]).toEqual([
      expect.any(String),
      '/problems/storage-full',
    ]);
    fillUntil(0);
    for (let second = 0; second < 5; second += 1) {
      for (const path of ['/healthz', '/ar/home', '/en/articles', `/api/blogs?lang=en&q=x${second}`])
        expect(await fetchStatusOf(path), `${path} after ${second} s on a full disk`).toBe(200);
      await sleep(1000);
    }
    rmSync(filler);
    await expect.poll(async () => (await signUp(`after-${Date.now()}`)).status, { timeout: 15_000 }).toBe(201);
    const signIn = await fetch(`${site.url}/auth/loginAsUser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'before@learner.example', sub: 'Two rivers meet at 7' }),
    });
    expect(signIn.status).toBe(200);
  } finally {
    rmSync(filler, { force: true });
    await site.stop();
    spawnSync('umount', [data]);
  }
});
