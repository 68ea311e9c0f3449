import { password, signUp } from '../faults/learners';
import type { Stack } from '../faults/stack';
import { mapConcurrently } from '../faults/wait';
import { ask, type Attack, post } from './attack';

const connections = 60;
const floodMs = 10_000;
/** Allow a sign-in to take this many times as long as when idle. Measured: 5, and 65 before renders were limited. */
const slowestSignIn = 20;

async function signInMs(stack: Stack, email: string, isOn: (count: number) => boolean): Promise<number> {
  const times: number[] = [];
  while (isOn(times.length)) {
    const { status, tookMs } = await post(stack, '/auth/loginAsUser', { email, sub: password });
    times.push(status === 200 ? tookMs : Infinity);
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Infinity;
}

/** Run this first, while nothing is cached yet. A crawler must not hit the limits. */
export const crawler: Attack = {
  number: 110,
  title: 'a crawler opens all of the sitemap, one page after another (R29)',
  run: async (stack) => {
    const { text } = await ask(stack, { path: '/sitemap.xml' });
    const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
    const refused: string[] = [];
    for (const path of paths) {
      const { status } = await ask(stack, { path });
      if (status !== 200) refused.push(`${status} ${path}`);
    }
    return [
      {
        what: 'every page is there',
        isHeld: paths.length > 60 && refused.length === 0,
        result: `${paths.length} opened, ${refused.length} refused ${refused.slice(0, 3).join(', ')}`,
      },
    ];
  },
};

export const floodAttacks: Attack[] = [
  {
    number: 11,
    title: 'floods of pages that are not cached (R19)',
    run: async (stack) => {
      const { email } = await signUp(stack);
      const quietMs = await signInMs(stack, email, (count) => count < 5);
      const startedAtMs = Date.now();
      const statuses: Record<string, number> = {};
      const flood = mapConcurrently(Array.from({ length: connections }), connections, async (_, sender) => {
        for (let sent = 0; Date.now() - startedAtMs < floodMs; sent += 1) {
          const paths = [
            `/ar/nothing-${sender}-${sent}`,
            `/en/articles?q=${sender}-${sent}`,
            `/assets/share/ar/details/x/y/${sender}-${sent}.png`,
          ];
          const { status } = await ask(stack, {
            path: String(paths[sent % paths.length]),
            headers: { 'x-forwarded-for': `10.0.${sender}.${sent % 250}` },
          });
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      });
      const busyMs = await signInMs(stack, email, () => Date.now() - startedAtMs < floodMs);
      await flood;
      const failed = Object.keys(statuses).filter(
        (status) => status === '0' || (Number(status) >= 500 && status !== '503'),
      );
      return [
        {
          what: `${connections} connections`,
          isHeld: failed.length === 0 && (statuses[429] ?? 0) > 0,
          result: Object.entries(statuses)
            .map(([status, count]) => `${status}: ${count}`)
            .join(', '),
        },
        {
          what: 'signing in during the flood',
          isHeld: busyMs < slowestSignIn * quietMs,
          result: `${busyMs} ms, without the flood ${quietMs} ms`,
        },
      ];
    },
  },
];
