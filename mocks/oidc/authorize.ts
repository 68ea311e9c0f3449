import type { IncomingMessage, ServerResponse } from 'node:http';
import { personSchema, take, type State } from './state';
import type { Person, Provider } from './people';
import { providers } from './providers';
import { refusedPage, signInPage, type SignInLanguage } from './sign-in-page';

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Why the provider would not even show its page, or null. */
export function refusalOfRequest(provider: Provider, query: URLSearchParams): string | null {
  const target = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== providers[provider].clientId) return 'client_id';
  if (!URL.canParse(target) || !localHosts.includes(new URL(target).hostname)) return 'redirect_uri';
  if (query.get('response_type') !== 'code') return 'response_type';
  if (!(query.get('scope') ?? '').split(' ').includes('openid')) return 'scope';
  return null;
}

function sendPage(response: ServerResponse, status: number, body: string, redirectOrigin = ''): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Browsers hold the redirect after a form to form-action as well.
    'content-security-policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self' ${redirectOrigin}; base-uri 'none'`,
  });
  response.end(body);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

const deniedWord: Record<Provider, string> = { google: 'access_denied', linkedin: 'user_cancelled_login' };

function backWithError(query: URLSearchParams, error: string): string {
  const url = new URL(query.get('redirect_uri') ?? '');
  url.searchParams.set('error', error);
  const state = query.get('state');
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}

function ticketFor(state: State, person: Person): string {
  const ticket = `ticket-${(state.lastTicket += 1)}`;
  state.tickets.set(ticket, person);
  return ticket;
}

const languageOf = (request: IncomingMessage): SignInLanguage => (/^\s*ar\b/i.test(request.headers['accept-language'] ?? '') ? 'ar' : 'en');

/** Shows the page, or answers at once when a sign-in was prepared. True: the protocol may go on. */
export function beginAuthorize(state: State, provider: Provider, request: IncomingMessage, response: ServerResponse): boolean {
  const url = new URL(request.url ?? '/', 'http://mock');
  const query = url.searchParams;
  if (state.tickets.has(query.get('mock_ticket') ?? '')) return true;
  const refusal = refusalOfRequest(provider, query);
  if (refusal) {
    sendPage(response, 400, refusedPage(provider, refusal, languageOf(request)));
    return false;
  }
  const next = take(state.nexts, provider);
  if (next?.error) {
    redirect(response, backWithError(query, next.error));
    return false;
  }
  if (next?.person) {
    query.set('mock_ticket', ticketFor(state, next.person));
    request.url = url.pathname + url.search;
    return true;
  }
  sendPage(response, 200, signInPage(provider, query.toString(), languageOf(request)), new URL(query.get('redirect_uri') ?? '').origin);
  return false;
}

/** The page's form came back. */
export function finishChoice(state: State, provider: Provider, form: URLSearchParams, response: ServerResponse): void {
  const query = new URLSearchParams(form.get('query') ?? '');
  const refusal = refusalOfRequest(provider, query);
  if (refusal) return sendPage(response, 400, refusedPage(provider, refusal, 'en'));
  if (form.get('answer') !== 'accept') return redirect(response, backWithError(query, deniedWord[provider]));
  const person = personSchema.safeParse({ email: form.get('email') ?? '', name: form.get('name') ?? '', emailVerified: form.get('verified') === 'on' });
  if (!person.success) return sendPage(response, 422, signInPage(provider, query.toString(), 'en'), new URL(query.get('redirect_uri') ?? '').origin);
  query.set('mock_ticket', ticketFor(state, person.data));
  redirect(response, `/${provider}${providers[provider].endpoints.authorize}?${query.toString()}`);
}
