import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Operation } from './fault-schema';
import type { Answer } from '../api/answers';
import type { World } from '../state/world';

/** Uses up one turn of the first fault set for the operation. */
export function takeFault(world: World, op: Operation): Fault | null {
  const index = world.store.faults.findIndex((fault) => fault.op === op);
  const fault = world.store.faults[index];
  if (!fault) return null;
  fault.times -= 1;
  if (fault.times <= 0) world.store.faults.splice(index, 1);
  return fault;
}

/** Thrown to make the server cut the connection. */
export class ConnectionCut extends Error {}

const htmlAnswer = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';

function disguise(fault: Fault, answer: Answer): Answer {
  if (fault.html) return { status: 502, headers: { 'content-type': 'text/html' }, body: htmlAnswer };
  if (fault.badJson) return { ...answer, body: (answer.body ?? '').slice(0, Math.max(1, Math.floor((answer.body ?? '').length / 2))) };
  if (fault.patch) return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body ?? '{}') as object), ...fault.patch }) };
  return answer;
}

/** Runs a provider operation under whatever fault is set for it. */
export async function underFaults(world: World, op: Operation, work: (fault: Fault | null) => Answer | Promise<Answer>): Promise<Answer> {
  const fault = takeFault(world, op);
  if (!fault) return work(null);
  if (fault.delayMs) await sleep(fault.delayMs);
  if (fault.hang) return new Promise<Answer>(() => undefined);
  if (fault.drop === 'before') throw new ConnectionCut();
  if (fault.status) return { status: fault.status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault.body ?? { detail: 'Mock fault.' }) };
  const answer = await work(fault);
  if (fault.answerDelayMs) await sleep(fault.answerDelayMs);
  if (fault.drop === 'after') throw new ConnectionCut();
  return disguise(fault, answer);
}
