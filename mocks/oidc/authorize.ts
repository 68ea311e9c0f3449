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

/** What the browser gets. */
export type Answer = { status: number; page: string; /** Where the page's form may lead. */ redirectOrigin?: string } | { location: string };

const deniedError: Record<Provider, string> = { google: 'access_denied', linkedin: 'user_cancelled_login' };

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

/** The page, or an answer at once when a sign-in was prepared. @param query gets the ticket that the protocol goes on with */
export function beginAuthorize(state: State, provider: Provider, query: URLSearchParams, lang: SignInLanguage): Answer | null {
  if (state.tickets.has(query.get('mock_ticket') ?? '')) return null;
  const refusal = refusalOfRequest(provider, query);
  if (refusal) return { status: 400, page: refusedPage(provider, refusal, lang) };
  const next = take(state.nexts, provider);
  if (next?.error) return { location: backWithError(query, next.error) };
  if (!next?.person) return { status: 200, page: signInPage(provider, query.toString(), lang), redirectOrigin: new URL(query.get('redirect_uri') ?? '').origin };
  query.set('mock_ticket', ticketFor(state, next.person));
  return null;
}

/** The page's form came back. */
export function finishChoice(state: State, provider: Provider, form: URLSearchParams): Answer {
  const query = new URLSearchParams(form.get('query') ?? '');
  const refusal = refusalOfRequest(provider, query);
  if (refusal) return { status: 400, page: refusedPage(provider, refusal, 'en') };
  if (form.get('answer') !== 'accept') return { location: backWithError(query, deniedError[provider]) };
  const person = personSchema.safeParse({ email: form.get('email') ?? '', name: form.get('name') ?? '', emailVerified: form.get('verified') === 'on' });
  if (!person.success) return { status: 422, page: signInPage(provider, query.toString(), 'en'), redirectOrigin: new URL(query.get('redirect_uri') ?? '').origin };
  query.set('mock_ticket', ticketFor(state, person.data));
  return { location: `/${provider}${providers[provider].endpoints.authorize}?${query.toString()}` };
}
