import { type Attack, type DripResult, type Finding, sendSlowly } from './attack';

const head =
  'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n';

/** Allows 5 s beyond the limits of docs/limits.md: checks are two seconds apart, and the machine may be busy. */
const checkDrip = (what: string, { endedMs, received }: DripResult, limitMs: number): Finding => ({
  what,
  isHeld: endedMs !== null && endedMs < limitMs + 5000,
  result:
    endedMs === null
      ? 'still open'
      : `ended after ${(endedMs / 1000).toFixed(1)} s${received ? `, ${received.slice(9, 12)}` : ''}`,
});

export const slowSenders: Attack[] = [
  {
    number: 3,
    title: 'slow senders (X31)',
    run: async (stack) => {
      const longestMs = 75_000;
      const [slowHead, slowBody, secondRequest, silent] = await Promise.all([
        sendSlowly(stack, 'GET /ar/home HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n', longestMs),
        sendSlowly(stack, `${head}\r\n{`, ' ', longestMs),
        sendSlowly(
          stack,
          'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /ar/home HTTP/1.1\r\n',
          'X-A: b\r\n',
          longestMs,
        ),
        sendSlowly(stack, '', '', longestMs),
      ]);
      return [
        checkDrip('a head that drips', slowHead, 15_000),
        checkDrip('a body that drips', slowBody, 60_000),
        checkDrip('the head of a second request that drips', secondRequest, 15_000),
        checkDrip('a connection that says nothing', silent, 66_000),
      ];
    },
  },
];
