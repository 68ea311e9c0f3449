import { sendRequest } from '@/bench/http';
import { computeMedian, type Line } from '@/bench/line';
import type { World } from '@/bench/world';

const tries = 200;
/** Three standard deviations of the share when 200 tries are compared with 200 others. */
const maxDeviation = 0.09;

async function measureTime({ port }: World, path: string, body: object, expected: number): Promise<number> {
  const text = JSON.stringify(body);
  const answer = await sendRequest(port, path, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
  });
  if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}`);
  return answer.milliseconds;
}

/** Returns how often the known address is slower. One half means that the times are indistinguishable. */
function shareOfSlower(known: readonly number[], unknown: readonly number[]): number {
  let slower = 0;
  for (const one of known) for (const other of unknown) slower += one > other ? 1 : one === other ? 0.5 : 0;
  return slower / (known.length * unknown.length);
}

/** The response time must not reveal whether an email has an account (rows D2, D3, N21). */
export async function measureTimingEquality(world: World): Promise<Line[]> {
  const known = 'same-time@midan.example';
  await measureTime(
    world,
    '/auth/createUser',
    { name: 'Mona Adel', email: known, phone: '01012345678', sub: 'a long enough passphrase' },
    201,
  );
  const calls = [
    ['/auth/loginAsUser', 401, { sub: 'not the right passphrase' }],
    ['/auth/forgot-password', 202, {}],
    ['/auth/send-login-code', 202, {}],
    ['/auth/loginWithCode', 401, { otp: '000000' }],
  ] as const;
  const lines: Line[] = [];
  for (const [path, expected, more] of calls) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let count = -10; count < tries; count += 1) {
      const pair = { known, unknown: `nobody-${count}@midan.example` };
      for (const who of count % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const milliseconds = await measureTime(world, path, { email: pair[who], ...more }, expected);
        if (count >= 0) times[who].push(milliseconds);
      }
    }
    const share = shareOfSlower(times.known, times.unknown);
    const [ours, reference] = [computeMedian(times.known), computeMedian(times.unknown)];
    lines.push({
      measure: `${path}, known against unknown email`,
      goal: `0.5 ± ${maxDeviation} of the known slower`,
      ours: `${ours.toFixed(1)} ms`,
      reference: `${reference.toFixed(1)} ms`,
      ratio: ours / reference,
      spread: null,
      met: Math.abs(share - 0.5) <= maxDeviation,
      note: `medians of ${tries} in turn, ${(ours - reference).toFixed(2)} ms apart, ${share.toFixed(3)} slower`,
    });
  }
  return lines;
}
