import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../../scripts/environment/postgres.mjs';
import { requestJson } from '../../http';
import { compareRounds, computeMedian, formatSpread, type Line } from '../../line';
import { readProcessorSeconds } from '../../processor-time';
import { type BenchUser, signUp, startCheckout } from '../../users';
import type { Service, World } from '../../world';

const buyers = 8;
const products = ['course-nextjs', 'course-marketing', 'course-mobile'];

const pollMs = 25;
const maxInquiries = 1200;

async function waitUntilOwned({ port }: Service, { userId, headers }: BenchUser, productKey: string): Promise<void> {
  for (let tries = 0; tries < maxInquiries; tries += 1) {
    if (
      (await requestJson<boolean>(port, `/api/payment/${userId}/checkProductStatus`, { productKey }, headers)) === true
    )
      return;
    await sleep(pollMs);
  }
  throw new Error('The purchase was not confirmed in time');
}

async function makePurchases(world: World, service: Service, person: BenchUser): Promise<void> {
  for (const productKey of products) {
    const { clientSecret } = await startCheckout(service, person, productKey);
    await world.payAt(`intentions/${clientSecret}/complete`, { scenario: 'paid' });
    await waitUntilOwned(service, person, productKey);
  }
}

async function measureSpeed(world: World, services: readonly Service[]): Promise<number> {
  const people = await Promise.all(
    Array.from({ length: buyers }, (_, index) => signUp(services[index % services.length]!)),
  );
  const beganMs = performance.now();
  await Promise.all(people.map((person, index) => makePurchases(world, services[index % services.length]!, person)));
  return (people.length * products.length) / ((performance.now() - beganMs) / 1000);
}

export async function measureTwoProcesses(world: World, rounds: number): Promise<Line[]> {
  await world.stopSite();
  const postgres = (await startPostgres()) as { url: string; stop: () => Promise<void> };
  const change = { DATABASE_URL: postgres.url, DATA_DIR: join(world.folder, 'pair') };
  const one = world.createService({ portsAbove: 0, processor: 0 }, change);
  // Set a separate SITE_URL, so that each process receives the notifications for its own orders.
  const other = world.createService(
    { portsAbove: 16, processor: 1 },
    { ...change, SITE_URL: `http://localhost:${world.port + 16}` },
  );
  const speeds = { one: [] as number[], two: [] as number[] };
  try {
    await one.start();
    await other.start();
    const listPids = () => [one.getPid(), other.getPid()];
    const used = { services: 0, asking: 0, seconds: 0 };
    for (let round = -1; round < rounds; round += 1) {
      const single = await measureSpeed(world, [one]);
      const [services, asking, beganMs] = [readProcessorSeconds(listPids()), process.cpuUsage(), performance.now()];
      const double = await measureSpeed(world, [one, other]);
      if (round < 0) continue;
      const spent = process.cpuUsage(asking);
      used.services += readProcessorSeconds(listPids()) - services;
      used.asking += (spent.user + spent.system) / 1e6;
      used.seconds += (performance.now() - beganMs) / 1000;
      speeds.one.push(single);
      speeds.two.push(double);
    }
    const compared = compareRounds(speeds.two, speeds.one);
    const formatShare = (seconds: number) => (seconds / used.seconds).toFixed(2);
    return [
      {
        measure: 'two processes on PostgreSQL against one, purchases/s',
        goal: '≥ 1.7 ×, or the limit named',
        ours: `${computeMedian(speeds.two).toFixed(1)} (${formatSpread(speeds.two, 1)})`,
        reference: `${computeMedian(speeds.one).toFixed(1)} one process`,
        ...compared,
        met: compared.ratio >= 1.7 ? true : null,
        note: `with two, the services used ${formatShare(used.services)} processors, the mock and the asking side ${formatShare(used.asking)}, PostgreSQL the rest of the machine's two`,
      },
    ];
  } finally {
    await Promise.all([one.stopSite(), other.stopSite()]);
    await postgres.stop();
    await world.start();
  }
}
