import 'server-only';
import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import { config } from '@/lib/config/config';
import { Problem } from '@/lib/problem';
import { isStorable } from '@/lib/storable-text';

/**
 * next-auth takes what it is sent for well-formed and answers 500 to everything else (core/lib/assert.js, next/utils.js).
 * So it gets a request of plain texts and of addresses of this site; what is neither counts as not sent.
 */
export function plainRequest(request: NextRequest, fields: Record<string, string>, isSafe: (url: string) => boolean): NextRequest {
  const url = new URL(request.url);
  const callbackUrl = url.searchParams.get('callbackUrl');
  if (callbackUrl !== null && !isSafe(callbackUrl)) url.searchParams.delete('callbackUrl');
  // It writes this one into an address as it is.
  if (!/^[\w-]{0,60}$/.test(url.searchParams.get('error') ?? '')) url.searchParams.delete('error');
  const isPost = request.method === 'POST';
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  if (isPost) headers.set('content-type', 'application/x-www-form-urlencoded');
  return new NextRequest(url, { method: request.method, headers, ...(isPost ? { body: new URLSearchParams(fields).toString() } : {}) });
}

/** A broken one would make every call fail until the browser forgets it, so the browser is told to. */
export async function dropBrokenCookies(isSafe: (url: string) => boolean): Promise<void> {
  const jar = await cookies();
  const isSecure = config().siteUrl.startsWith('https:');
  for (const { name, value } of jar.getAll()) {
    if (name.endsWith('next-auth.callback-url') && !isSafe(value)) jar.delete({ name, path: '/', secure: isSecure });
  }
}

/** A form's or a JSON body's fields, each a text. @throws Problem 400 for what is no JSON object, or holds what cannot be stored */
export async function readFields(request: NextRequest): Promise<Record<string, string>> {
  const text = request.method === 'POST' ? await request.text() : '';
  const isJson = (request.headers.get('content-type') ?? '').includes('json');
  const fields = isJson ? fieldsOfJson(text) : [...new URLSearchParams(text)];
  if (!fields?.flat().every(isStorable)) throw new Problem(400, 'malformed');
  return Object.fromEntries(fields);
}

function fieldsOfJson(text: string): Array<[string, string]> | null {
  try {
    const parsed: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    return Object.entries(parsed).flatMap(([name, value]) => (['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : []));
  } catch {
    return null;
  }
}
