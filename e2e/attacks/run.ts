import { parseArgs } from 'node:util';
import { readOptions } from '../faults/options';
import { startStack } from '../faults/stack';
import { accountAttacks } from './accounts';
import { ask, type Attack } from './attack';
import { crawler, floodAttacks } from './floods';
import { requestAttacks } from './requests';
import { proxyAttacks, shopAttacks } from './shop';
import { signInWayAttacks } from './sign-in-ways';
import { slowSenders } from './slow-senders';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '3470' }, only: { type: 'string', default: '' } },
});
const only = values.only.split(',').filter(Boolean).map(Number);
const isChosen = ({ number }: Attack): boolean => only.length === 0 || only.includes(number);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
let holes = 0;

const stack = await startStack('pglite', readOptions(['--port', values.port]));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.close().finally(() => process.exit(130)));

async function runAttack({ number, title, run }: Attack): Promise<void> {
  const findings = await run(stack).catch((error: unknown) => [
    { what: 'the attack itself', isHeld: false, result: String(error) },
  ]);
  const alive = (await ask(stack, { path: '/readyz' })).status === 200;
  const all = [...findings, { what: 'the service is ready afterwards', isHeld: alive, result: alive ? 'yes' : 'no' }];
  holes += all.filter(({ isHeld }) => !isHeld).length;
  say(`── ${number} ${title}`);
  for (const { what, isHeld, result } of all) say(`   ${isHeld ? 'held' : 'HOLE'}  ${what}: ${result}`);
}

try {
  // Use the limits of production instead of those of the fault suite.
  await stack.site.start({ LIMIT_SCALE: '1' });
  // Run slow senders in parallel, because they take a minute. Run floods last: they use up the address's limits.
  const slow = Promise.all(slowSenders.filter(isChosen).map(runAttack));
  for (const each of [crawler, ...requestAttacks, ...accountAttacks, ...signInWayAttacks, ...shopAttacks].filter(
    isChosen,
  ))
    await runAttack(each);
  await slow;
  for (const each of [...floodAttacks, ...proxyAttacks].filter(isChosen)) await runAttack(each);
} finally {
  await stack.close();
}
say(holes === 0 ? '\nEverything held.' : `\n${holes} holes.`);
process.exit(holes === 0 ? 0 : 1);
