import { expect } from '@playwright/test';
import { ports } from './services/ports';

/** A session of the API: whose it is, and what it sends. */
export interface Session { userId: string; accessToken: string; refreshToken: string; headers: Record<string, string> }

/** A running site and the Paymob mock behind it: the test site, or a service that a test started for itself. */
export interface Target { url: string; paymob: { url: string } }

export const testSite: Target = { url: `http://localhost:${ports.site}`, paymob: { url: `http://127.0.0.1:${ports.paymob}` } };

/** The header that the mocks' control calls require. */
export const mockControl = { 'x-mock-token': 'mock' };

let spoken = 'ar';

/** In which language the people of this worker ask from now on, so that their mails come in it. */
export function speak(lang: string): void {
  spoken = lang;
}

interface Call { method?: string; body?: object; headers?: Record<string, string> }

/** A call that has to succeed, with its answer; a body makes it a POST unless a method is given. */
export async function call(url: string, { method = 'POST', body, headers }: Call = {}): Promise<{ text: string; headers: Headers }> {
  const sent = body && { method, body: JSON.stringify(body) };
  const answer = await fetch(url, { ...sent, headers: { 'accept-language': spoken, ...headers, ...(body && { 'content-type': 'application/json' }) } });
  const text = await answer.text();
  expect(answer.ok, `${url} answered ${answer.status}: ${text}`).toBe(true);
  return { text, headers: answer.headers };
}

export const callJson = async <Answer>(url: string, sent: Call = {}): Promise<Answer> => JSON.parse((await call(url, sent)).text) as Answer;
