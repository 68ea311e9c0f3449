import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@/mocks/paymob/api/answers';
import type { CallbackEvent } from '@/mocks/paymob/state/records';
import type { World } from '@/mocks/paymob/state/world';
import type { Fault, Operation } from './fault-schema';

export function takeFault(world: World, op: Operation): Fault | null {
  const index = world.store.faults.findIndex((fault) => fault.op === op);
  const fault = world.store.faults[index];
  if (!fault) return null;
  fault.times -= 1;
  if (fault.times <= 0) world.store.faults.splice(index, 1);
  return fault;
}

export class ConnectionCut extends Error {}

const htmlAnswer =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';

function applyFault(fault: Fault, answer: Answer): Answer {
  if (fault.html) return { status: 502, headers: { 'content-type': 'text/html' }, body: htmlAnswer };
  if (fault.badJson)
    return { ...answer, body: (answer.body ?? '').slice(0, Math.max(1, Math.floor((answer.body ?? '').length / 2))) };
  if (fault.patch)
    return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body ?? '{}') as object), ...fault.patch }) };
  return answer;
}

export async function runWithFaults(
  world: World,
  op: Operation,
  work: (fault: Fault | null) => Answer | Promise<Answer>,
): Promise<Answer> {
  const fault = takeFault(world, op);
  if (!fault) return work(null);
  if (fault.delayMs) await sleep(fault.delayMs);
  if (fault.hang) return new Promise<Answer>(() => undefined);
  if (fault.drop === 'before') throw new ConnectionCut();
  if (fault.status)
    return {
      status: fault.status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault.body ?? { detail: 'Mock fault.' }),
    };
  const answer = await work(fault);
  if (fault.answerDelayMs) await sleep(fault.answerDelayMs);
  if (fault.drop === 'after') throw new ConnectionCut();
  return applyFault(fault, answer);
}

const changeValue = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return `${String(value ?? '')}x`;
};

/** Breaks the signature (`hmac`), truncates the body (`body`), or changes a field of `obj` after signing. */
export function corruptCallback(
  { body, hmac }: Pick<CallbackEvent, 'body' | 'hmac'>,
  field: string | null,
): { body: string; hmac: string } {
  if (field === null) return { body, hmac };
  if (field === 'hmac') return { body, hmac: (hmac.startsWith('0') ? '1' : '0') + hmac.slice(1) };
  if (field === 'body') return { body: body.slice(0, body.length / 2), hmac };
  const parsed = JSON.parse(body) as { obj: Record<string, unknown> };
  const path = field.split('.');
  const last = path.pop() ?? field;
  const parent = path.reduce<Record<string, unknown>>(
    (node, key) => (node[key] ?? {}) as Record<string, unknown>,
    parsed.obj,
  );
  parent[last] = changeValue(parent[last]);
  return { body: JSON.stringify(parsed), hmac };
}
