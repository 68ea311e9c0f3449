import { type Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentedAccess } from '../../lib/api/openapi/built-document';
import type { Method, Route } from '../../lib/routes';
import { isPage } from '../../lib/routes';
import { readProcessorSeconds } from '../processor-time';
import { signInAdministrator } from '../users';
import { course, lesson, productKey, type Sample, type Sampler, type Scene } from './sample';

export interface PreparedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly isMissing: boolean;
}

export interface Target {
  readonly name: string;
  readonly route: Route;
  readonly method: Method;
  readonly sampler: Sampler;
  /** True if the call is expected to respond 404. */
  readonly isMissing?: true;
}

function findCaller({ route, method }: Target, sample: Sample, scene: Scene) {
  if (sample.as !== undefined) return sample.as;
  const access = isPage(route) ? route.access : documentedAccess(route, method);
  switch (access) {
    case 'admin':
    case 'adminStepUp':
    case 'content':
    case 'articles':
    case 'media':
      return scene.admin;
    case 'learner':
    case 'sameUserOrAdmin':
    case 'sameUser':
    case 'purchased':
      return scene.learner;
    default:
      return null;
  }
}

function fillRequest(target: Target, sample: Sample, scene: Scene): PreparedRequest {
  const caller = findCaller(target, sample, scene);
  const given: Record<string, string> = {
    lang: 'ar',
    userId: (caller ?? scene.learner).userId,
    courseName: course,
    slug: course,
    name: course,
    video: lesson,
    key: productKey,
    lesson,
    ...sample.params,
  };
  const path = target.route.path.replaceAll(/\[+(?:\.\.\.)?(\w+)\]+/g, (_whole, name: string) => {
    const value = given[name];
    if (value === undefined) throw new Error(`${target.name}: the sample has no ${name}`);
    return value.split('/').map(encodeURIComponent).join('/');
  });
  const body = sample.body === undefined || typeof sample.body === 'string' ? sample.body : JSON.stringify(sample.body);
  const headers = {
    accept: isPage(target.route) ? 'text/html' : 'application/json',
    'user-agent': 'Mozilla/5.0',
    ...caller?.headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...sample.headers,
  };
  return {
    method: target.method,
    path: path + (sample.query ?? ''),
    headers,
    body,
    isMissing: target.isMissing ?? false,
  };
}

const atOnce = 16;
/** Sign in again after this time, before the second factor expires after ten minutes. */
const freshMs = 480_000;
let signedInAtMs = performance.now();

export async function prepareRequests(target: Target, scene: Scene, count: number): Promise<PreparedRequest[]> {
  if (performance.now() - signedInAtMs > freshMs) {
    scene.admin = await signInAdministrator(scene.world);
    signedInAtMs = performance.now();
  }
  const { sampler } = target;
  if (typeof sampler !== 'function') return Array.from({ length: count }, () => fillRequest(target, sampler, scene));
  const prepared: PreparedRequest[] = [];
  while (prepared.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - prepared.length) }, async () =>
      fillRequest(target, await sampler(scene), scene),
    );
    prepared.push(...(await Promise.all(some)));
  }
  await waitUntilIdle(scene.world.getPid());
  return prepared;
}

const idleSeconds = 0.04;
const jobsMs = 2200;

/** Waits until the jobs, which run every two seconds, have sent all queued mails. */
async function waitUntilIdle(pid: number): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const before = readProcessorSeconds([pid]);
    await sleep(jobsMs);
    if (readProcessorSeconds([pid]) - before <= idleSeconds) return;
  }
}

/** @returns milliseconds until the end of the response @throws Error for an unexpected status */
export function sendRequest(
  port: number,
  { method, path, headers, body, isMissing }: PreparedRequest,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const beganMs = performance.now();
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const isExpected = isMissing ? response.statusCode === 404 : (response.statusCode ?? 500) < 400;
        if (!isExpected)
          reject(
            new Error(
              `${method} ${path} answered ${response.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 300)}`,
            ),
          );
        else resolve(performance.now() - beganMs);
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
