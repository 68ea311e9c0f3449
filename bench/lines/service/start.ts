import { median, spreadOf, type Line } from '../../line';
import { processorSeconds } from '../../processor-time';
import type { World } from '../../world';

/** Measures the time to the first page, after an orderly stop and after `kill -9`. */
export async function startTime(world: World, rounds: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [measure, signal] of [
    ['start to first page served', 'SIGTERM'],
    ['restart after kill -9 to first page served', 'SIGKILL'],
  ] as const) {
    const times: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await world.stopSite(signal);
      times.push((await world.start()) / 1000);
      costs.push(processorSeconds([world.pid()]));
    }
    const seconds = median(times);
    lines.push({
      measure,
      goal: '≤ 3 s',
      ours: `${seconds.toFixed(2)} s (${spreadOf(times, 2)})`,
      reference: '',
      ratio: null,
      spread: null,
      met: seconds <= 3,
      note: `${median(costs).toFixed(2)} s of processor time; the rest is waiting`,
    });
  }
  return lines;
}
