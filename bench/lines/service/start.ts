import { computeMedian, formatSpread, type Line } from '../../line';
import { readPeakMegabytes, readProcessorSeconds } from '../../processor-time';
import type { World } from '../../world';

function createPeakLine(measure: string, goal: number, peaks: readonly number[]): Line {
  const peak = Math.max(...peaks);
  return {
    measure,
    goal: `≤ ${goal} MB`,
    ours: `${Math.round(peak)} MB`,
    reference: '',
    ratio: null,
    spread: null,
    met: peak <= goal,
  };
}

/** Measures the time to the first page, after an orderly stop and after `kill -9`. */
export async function startTime(world: World, rounds: number): Promise<Line[]> {
  // Measure the first start's memory now, before the rounds below restart the service.
  const lines: Line[] = [createPeakLine('peak memory of the first start', 512, [readPeakMegabytes(world.getPid())])];
  for (const [measure, signal] of [
    ['start to first page served', 'SIGTERM'],
    ['restart after kill -9 to first page served', 'SIGKILL'],
  ] as const) {
    const times: number[] = [];
    const costs: number[] = [];
    const peaks: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await world.stopSite(signal);
      times.push((await world.start()) / 1000);
      costs.push(readProcessorSeconds([world.getPid()]));
      peaks.push(readPeakMegabytes(world.getPid()));
    }
    const seconds = computeMedian(times);
    lines.push({
      measure,
      goal: '≤ 3 s',
      ours: `${seconds.toFixed(2)} s (${formatSpread(times, 2)})`,
      reference: '',
      ratio: null,
      spread: null,
      met: seconds <= 3,
      note: `${computeMedian(costs).toFixed(2)} s of processor time; the rest is waiting`,
    });
    if (signal === 'SIGTERM') lines.push(createPeakLine('peak memory of a later start', 450, peaks));
  }
  return lines;
}
