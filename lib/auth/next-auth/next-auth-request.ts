import 'server-only';
import { NextRequest } from 'next/server';
import { cookieNames, cookieOf, dropCookie } from '@/lib/auth/sessions/cookies';
import { Problem } from '@/lib/problem';
import { isStorable } from '@/lib/schemas';

/**
 * next-auth answers 500 to malformed input (core/lib/assert.js, next/utils.js). So it gets a request of plain texts and URLs of this site;
 * everything else is dropped.
 */
export function plainRequest(request: NextRequest, fields: Record<string, string>, isSafe: (url: string) => boolean): NextRequest {
  const url = new URL(request.url);
  const callbackUrl = url.searchParams.get('callbackUrl');
  if (callbackUrl !== null && !isSafe(callbackUrl)) url.searchParams.delete('callbackUrl');
  // next-auth writes this one into a URL unescaped.
  if (!/^[\w-]{0,60}$/.test(url.searchParams.get('error') ?? '')) url.searchParams.delete('error');
  const isPost = request.method === 'POST';
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  if (isPost) headers.set('content-type', 'application/x-www-form-urlencoded');
  // It knows no HEAD.
  return new NextRequest(url, { method: isPost ? 'POST' : 'GET', headers, ...(isPost ? { body: new URLSearchParams(fields).toString() } : {}) });
}

/** next-auth fails every call while this cookie is unsafe, so it is deleted in the browser too. */
export async function dropUnsafeCallback(headers: Headers, isSafe: (url: string) => boolean): Promise<void> {
  const url = cookieOf(headers, cookieNames().callbackUrl);
  if (url !== undefined && !isSafe(url)) await dropCookie(cookieNames().callbackUrl);
}

/** The fields of a form or a JSON object, each as text. @throws Problem 400 for other JSON, or for text that cannot be stored */
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
