import { median, spreadOf, type Line } from '../line';
import { processorSeconds } from '../processor-time';
import type { World } from '../world';

/** From the start of the process to the first page served, with a migrated database. */
export async function startTime(world: World, rounds: number): Promise<Line[]> {
  const times: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await world.stopSite();
    times.push(await world.start());
    costs.push(processorSeconds([world.pid()]));
  }
  const seconds = median(times) / 1000;
  return [{
    measure: 'start to first page served', goal: '≤ 3 s', ours: `${seconds.toFixed(2)} s (${spreadOf(times.map((time) => time / 1000), 2)})`, reference: '', ratio: null, spread: null, met: seconds <= 3,
    note: `${median(costs).toFixed(2)} s of processor time; the rest is waiting`,
  }];
}
