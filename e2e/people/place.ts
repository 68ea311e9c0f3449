import { expect } from '@playwright/test';
import { worldPorts } from '../world-ports';

/** Where people are: the test world, or a service that a test started for itself. */
export interface Place { url: string; paymob: { url: string } }

const ports = worldPorts();
export const world: Place = { url: `http://localhost:${ports.site}`, paymob: { url: `http://127.0.0.1:${ports.paymob}` } };

/** What the mocks' control calls want to see. */
export const control = { 'x-mock-token': 'mock' };

interface Call { body?: object; headers?: Record<string, string> }

/** A call that has to succeed, with its answer; a body makes it a POST. */
export async function call(url: string, { body, headers }: Call = {}): Promise<{ text: string; headers: Headers }> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url, { ...sent, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } });
  const text = await answer.text();
  expect(answer.ok, `${url} answered ${answer.status}: ${text}`).toBe(true);
  return { text, headers: answer.headers };
}

export const callJson = async <Answer>(url: string, sent: Call = {}): Promise<Answer> => JSON.parse((await call(url, sent)).text) as Answer;
