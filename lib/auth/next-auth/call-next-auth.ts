import 'server-only';
import NextAuth from 'next-auth';
import type { NextRequest } from 'next/server';
import { config } from '@/lib/config/config';
import { now } from '@/lib/clock';
import { isLanguage, type Language } from '@/lib/language';
import type { Problem } from '@/lib/problem';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { deviceOf } from '@/lib/auth/sessions/device';
import { authOptions } from './auth-options';
import { dropUnsafeCallback, plainRequest, readFields } from './next-auth-request';
import { readPending } from '@/lib/auth/sign-in/pending-sign-in';
import { finishSignIn } from './sign-in-response';
import type { SignInCall } from './sign-in-call';

interface Options { path: string[]; guestId: string | null; lang: Language; safePath: (url: string) => string | null }
interface SentForm { wantsJson: boolean; fields: Record<string, string> }
export interface NextAuthOutcome { response: Response; problem: Problem | null; failed: boolean; sent: SentForm }

/** Runs one call of `/api/auth/…`; a refusal by a limit or a service that is down is returned beside the response. */
export async function callNextAuth(request: NextRequest, { path, guestId, lang: requestLang, safePath }: Options): Promise<NextAuthOutcome> {
  const fields = await readFields(request);
  const isSafe = (url: string) => url === config().siteUrl || safePath(relative(url)) !== null;
  // Back from a provider, the URL to continue at is in next-auth's own cookie.
  const callbackUrl = fields.callbackUrl || request.nextUrl.searchParams.get('callbackUrl') || (cookieOf(request.headers, cookieNames().callbackUrl) ?? '');
  const lang = (request.method === 'GET' && languageOfPath(relative(callbackUrl))) || requestLang;
  const at = now();
  const call: SignInCall = {
    at, device: deviceOf(request.headers), headers: request.headers, lang, session: null, problem: null, error: null,
    guestId,
    provider: path[1] === 'google' || path[1] === 'linkedin' ? path[1] : null,
    pending: readPending(cookieOf(request.headers, cookieNames().secondFactor), at),
    callbackUrl,
    signedOut: false,
    providerRefused: request.nextUrl.searchParams.has('error') && path[0] === 'callback',
    continueAt: (url) => config().siteUrl + (safePath(relative(url)) ?? `/${lang}/home`),
  };
  const context = { params: Promise.resolve({ nextauth: path }) };
  await dropUnsafeCallback(request.headers, isSafe);
  const response = (await NextAuth(plainRequest(request, fields, isSafe) as never, context as never, await authOptions(call))) as Response;
  const sent = { fields, wantsJson: fields.json === 'true' };
  return { response: await finishSignIn(call, response), problem: call.problem, failed: call.error !== null || call.problem !== null, sent };
}

/** A browser that returns from a provider sends no `Referer` of ours. */
const languageOfPath = (path: string): Language | null => {
  const segment = path.split('/')[1];
  return isLanguage(segment) ? segment : null;
};

const relative = (url: string): string => (url.startsWith(`${config().siteUrl}/`) ? url.slice(config().siteUrl.length) : url);
