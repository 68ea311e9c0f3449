import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, askJson } from '../ask';
import { median, percentile, ratios, spreadOf, type Line } from '../line';
import type { Service, World } from '../world';

const CONNECTIONS = 60;
const SIGN_INS = 40;
const person = { name: 'Mona Adel', email: 'crowd@midan.example', phone: '01012345678', sub: 'a long enough passphrase' };

async function signIns(port: number): Promise<number> {
  const text = JSON.stringify({ email: person.email, sub: person.sub });
  const times: number[] = [];
  for (let count = 0; count < SIGN_INS; count += 1) {
    const answer = await ask(port, '/auth/loginAsUser', { method: 'POST', body: text, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
    times.push(answer.milliseconds);
    await pause(20);
  }
  return percentile(times, 0.95);
}

/** Connections that ask for pages that are not there and search for words nobody searched for, one after the other, for as long as `work` takes. */
async function among(port: number, work: () => Promise<number>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let over = false;
  let count = 0;
  const crowd = Array.from({ length: CONNECTIONS }, async (_, place) => {
    while (!over) {
      count += 1;
      await ask(port, place % 2 === 0 ? `/en/nowhere-${count}` : `/en/articles?q=word${count}`, { headers: { accept: 'text/html', 'accept-encoding': 'br' }, agent });
    }
  });
  try {
    await pause(500);
    return await work();
  } finally {
    over = true;
    await Promise.all(crowd);
    agent.destroy();
  }
}

/** Sign-in beside connections that want pages rendered; with the limits that a service has when it is not measured. */
export async function crowd(world: World, rounds: number): Promise<Line[]> {
  await world.stopSite();
  const service: Service = world.twin({ LIMIT_SCALE: '1' });
  const busy: number[] = [];
  const quiet: number[] = [];
  try {
    await service.start();
    await askJson(service.port, '/auth/createUser', person);
    await signIns(service.port);
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await signIns(service.port));
      busy.push(await among(service.port, () => signIns(service.port)));
    }
  } finally {
    await service.stopSite();
    await world.start();
  }
  const compared = ratios(busy, quiet);
  return [{
    measure: `sign-in, p95, while ${CONNECTIONS} connections ask for unknown pages and searches`, goal: '≤ 2 × undisturbed', ours: `${median(busy).toFixed(0)} ms (${spreadOf(busy, 0)})`,
    reference: `${median(quiet).toFixed(0)} ms undisturbed`, ...compared, met: compared.ratio <= 2,
  }];
}
