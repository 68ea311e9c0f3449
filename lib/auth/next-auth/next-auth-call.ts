import 'server-only';
import NextAuth from 'next-auth';
import type { NextRequest } from 'next/server';
import { config } from '@/lib/config/config';
import { now } from '@/lib/clock';
import type { MaybeActor } from '@/lib/actor';
import { isLanguage, type Language } from '@/lib/language';
import type { Problem } from '@/lib/problem';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { deviceOf } from '@/lib/auth/sessions/device';
import { authOptions } from './next-auth';
import { dropBrokenCookies, plainRequest, readFields } from './next-auth-request';
import { readPending } from '@/lib/auth/providers/pending-sign-in';
import { finishSignIn } from './sign-in-answer';
import type { SignInCall } from './sign-in-call';

interface Asked { path: string[]; actor: MaybeActor; lang: Language; safePath: (url: string) => string | null }
interface Sent { wantsJson: boolean; fields: Record<string, string> }
export interface NextAuthOutcome { response: Response; problem: Problem | null; failed: boolean; sent: Sent }

/** Runs one call of `/api/auth/…`; what limits or a broken part refused comes back beside the answer. */
export async function callNextAuth(request: NextRequest, { path, actor, lang: asked, safePath }: Asked): Promise<NextAuthOutcome> {
  const fields = await readFields(request);
  const isSafe = (url: string) => url === config().siteUrl || safePath(relative(url)) !== null;
  const callbackUrl = fields.callbackUrl || request.nextUrl.searchParams.get('callbackUrl') || keptCallback(request);
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
  await dropBrokenCookies(isSafe);
  const answer = (await NextAuth(plainRequest(request, fields, isSafe) as never, context as never, await authOptions(call))) as Response;
  const sent = { fields, wantsJson: fields.json === 'true' };
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
