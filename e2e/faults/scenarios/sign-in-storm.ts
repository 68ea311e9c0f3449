import { setTimeout as sleep } from 'node:timers/promises';
import { call, password, signUp } from '../learners';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { mapConcurrently } from '../wait';

const logins = 200;
const tabCount = 20;

/** R26: two hundred sign-ins arrive at once. The service refuses some of them, and other requests stay fast. */
async function signInAtOnce(stack: Stack): Promise<Finding> {
  const learners = await mapConcurrently(Array.from({ length: 10 }), 4, () => signUp(stack));
  const health: number[] = [];
  let over = false;
  const watching = (async () => {
    while (!over) {
      const started = performance.now();
      health.push((await stack.site.fetchStatus('/healthz')) === 200 ? performance.now() - started : Infinity);
      await sleep(10);
    }
  })();
  const signIns = Array.from({ length: logins }, (_, index) =>
    call(stack, 'POST', '/auth/loginAsUser', { email: learners[index % learners.length]?.email, sub: password }),
  );
  const answers = await Promise.all(signIns);
  over = true;
  await watching;
  const served = answers.filter(({ status }) => status === 200).length;
  const surplus = answers.filter(
    ({ status, headers }) => [429, 503].includes(status) && headers.has('retry-after'),
  ).length;
  const p95 = health.sort((one, other) => one - other)[Math.floor(health.length * 0.95)] ?? Infinity;
  const isHeld = served > 0 && served + surplus === logins && p95 < 200;
  return {
    what: 'sign-ins at once',
    times: logins,
    isHeld,
    result: `${served} signed in, ${surplus} asked to retry later, /healthz p95 ${Math.round(p95)} ms`,
  };
}

interface Tokens {
  refreshToken: string;
}

/** R16: twenty tabs refresh an expired token at once. If a copy of that token is used later, the session ends. */
async function refreshInTwoTabs(stack: Stack): Promise<Finding> {
  const { email } = await signUp(stack);
  const { refreshToken } = JSON.parse(
    (await call(stack, 'POST', '/auth/loginAsUser', { email, sub: password })).text,
  ) as Tokens;
  const refresh = (token: string) => call(stack, 'POST', '/auth/refresh-token', { refreshToken: token });
  const answers = await Promise.all(Array.from({ length: tabCount }, () => refresh(refreshToken)));
  const right = answers.filter(({ status }) => status === 200);
  const successors = new Set(right.map(({ text }) => (JSON.parse(text) as Tokens).refreshToken));
  const [next = ''] = successors;
  const later = JSON.parse((await refresh(next)).text) as Tokens;
  const stolen = await refresh(refreshToken);
  const ended = await refresh(later.refreshToken);
  const isHeld = right.length === tabCount && successors.size === 1 && stolen.status === 401 && ended.status === 401;
  return {
    what: 'tabs that refresh at once',
    times: tabCount,
    isHeld,
    result: `${right.length} served, ${successors.size} successor; the old token later ${stolen.status}, then the session's own ${ended.status}`,
  };
}

export const signInStorm: Scenario = { id: 'R26', steps: [signInAtOnce, refreshInTwoTabs] };
