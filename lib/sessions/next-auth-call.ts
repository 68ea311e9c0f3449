import 'server-only';
import NextAuth from 'next-auth';
import type { NextRequest } from 'next/server';
import { config } from '@/lib/config';
import { now } from '@/lib/clock';
import type { Language } from '@/lib/language';
import type { Problem } from '@/lib/problem';
import { deviceOf } from './device';
import { authOptions } from './next-auth';
import { finishSignIn } from './sign-in-answer';
import type { SignInCall } from './sign-in-call';

type Context = { params: Promise<{ nextauth?: string[] }> };
type Sent = { callbackUrl: string; wantsJson: boolean; fields: Record<string, string> };
export type NextAuthOutcome = { response: Response; problem: Problem | null; failed: boolean; sent: Sent };

/** Runs one call of `/api/auth/…`; what limits or a broken part refused comes back beside the answer. */
export async function callNextAuth(request: NextRequest, context: Context, lang: Language, safePath: (url: string) => string | null): Promise<NextAuthOutcome> {
  const sent = await readSent(request);
  const call: SignInCall = {
    at: now(), device: deviceOf(request.headers), headers: request.headers, lang, session: null, problem: null, error: null,
    callbackUrl: sent.callbackUrl,
    wayOn: (url) => config().siteUrl + (safePath(relative(url)) ?? `/${lang}/home`),
  };
  const answer = (await NextAuth(request as never, context as never, authOptions(call))) as Response;
  return { response: await finishSignIn(call, answer), problem: call.problem, failed: call.error !== null || call.problem !== null, sent };
}

const relative = (url: string): string => (url.startsWith(`${config().siteUrl}/`) ? url.slice(config().siteUrl.length) : url);

async function readSent(request: NextRequest): Promise<Sent> {
  const text = request.method === 'POST' ? await request.clone().text() : '';
  const isJson = (request.headers.get('content-type') ?? '').includes('json');
  const fields = isJson ? fieldsOfJson(text) : Object.fromEntries(new URLSearchParams(text));
  return { fields, wantsJson: fields.json === 'true', callbackUrl: fields.callbackUrl ?? request.nextUrl.searchParams.get('callbackUrl') ?? '' };
}

function fieldsOfJson(text: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)])) : {};
  } catch {
    return {};
  }
}
