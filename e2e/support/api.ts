import { expect } from '@playwright/test';
import { ports } from './services/ports';

export interface Session {
  userId: string;
  accessToken: string;
  refreshToken: string;
  headers: Record<string, string>;
}

export interface Target {
  url: string;
  paymob: { url: string };
}

export const testSite: Target = {
  url: `http://localhost:${ports.site}`,
  paymob: { url: `http://127.0.0.1:${ports.paymob}` },
};

export const mockControl = { 'x-mock-token': 'mock' };

let spoken = 'ar';

/** Sets the language of later API calls, and so of their mails. */
export function setCallLanguage(lang: string): void {
  spoken = lang;
}

interface Call {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

export async function call(
  url: string,
  { method = 'POST', body, headers }: Call = {},
): Promise<{ text: string; headers: Headers }> {
  const sent = body && { method, body: JSON.stringify(body) };
  const answer = await fetch(url, {
    ...sent,
    headers: { 'accept-language': spoken, ...headers, ...(body && { 'content-type': 'application/json' }) },
  });
  const text = await answer.text();
  expect(answer.ok, `${url} answered ${answer.status}: ${text}`).toBe(true);
  return { text, headers: answer.headers };
}

export const callJson = async <Answer>(url: string, sent: Call = {}): Promise<Answer> =>
  JSON.parse((await call(url, sent)).text) as Answer;
