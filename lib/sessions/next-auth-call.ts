import 'server-only';
import NextAuth from 'next-auth';
import type { NextRequest } from 'next/server';
import { config } from '@/lib/config';
import { now } from '@/lib/clock';
import type { MaybeActor } from '@/lib/actor';
import { isLanguage, type Language } from '@/lib/language';
import type { Problem } from '@/lib/problem';
import { cookieNames, cookieOf } from './cookies';
import { deviceOf } from './device';
import { authOptions } from './next-auth';
import { readPending } from './pending-sign-in';
import { finishSignIn } from './sign-in-answer';
import type { SignInCall } from './sign-in-call';

type Asked = { path: string[]; actor: MaybeActor; lang: Language; safePath: (url: string) => string | null };
type Sent = { callbackUrl: string; wantsJson: boolean; fields: Record<string, string> };
export type NextAuthOutcome = { response: Response; problem: Problem | null; failed: boolean; sent: Sent };

/** Runs one call of `/api/auth/…`; what limits or a broken part refused comes back beside the answer. */
export async function callNextAuth(request: NextRequest, { path, actor, lang: asked, safePath }: Asked): Promise<NextAuthOutcome> {
  const sent = await readSent(request);
  const callbackUrl = sent.callbackUrl || keptCallback(request);
  const lang = (request.method === 'GET' && languageOfPath(relative(callbackUrl))) || asked;
  const at = now();
  const call: SignInCall = {
    at, device: deviceOf(request.headers), headers: request.headers, lang, session: null, problem: null, error: null,
    guestId: actor?.role === 'guest' ? actor.userId : null,
    provider: path[1] === 'google' || path[1] === 'linkedin' ? path[1] : null,
    pending: readPending(cookieOf(request.headers, cookieNames().secondFactor), at),
    callbackUrl,
    signedOut: false,
    providerSaidNo: request.nextUrl.searchParams.has('error') && path[0] === 'callback',
    wayOn: (url) => config().siteUrl + (safePath(relative(url)) ?? `/${lang}/home`),
  };
  const context = { params: Promise.resolve({ nextauth: path }) };
  const answer = (await NextAuth(request as never, context as never, await authOptions(call))) as Response;
  return { response: await finishSignIn(call, answer), problem: call.problem, failed: call.error !== null || call.problem !== null, sent };
}

/** Coming back from a provider, where to go on to is in next-auth's own cookie. */
const keptCallback = (request: NextRequest): string =>
  request.cookies.getAll().find(({ name }) => name.endsWith('next-auth.callback-url'))?.value ?? '';

/** From a provider nobody comes with a `Referer` of ours. */
const languageOfPath = (path: string): Language | null => {
  const segment = path.split('/')[1];
  return isLanguage(segment) ? segment : null;
};

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
