import { Html, html, style } from '@/mocks/html';
import { type MockUser, type Provider, providers, sampleUsers } from './providers';
import { personSchema, type State, takeEntry } from './state';

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

function findRequestError(provider: Provider, query: URLSearchParams): string | null {
  const target = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== providers[provider].clientId) return 'client_id';
  if (!URL.canParse(target) || !localHosts.includes(new URL(target).hostname)) return 'redirect_uri';
  if (query.get('response_type') !== 'code') return 'response_type';
  if (!(query.get('scope') ?? '').split(' ').includes('openid')) return 'scope';
  return null;
}

export type AuthorizeAnswer = { status: number; page: string; redirectOrigin?: string } | { location: string };

const deniedError: Record<Provider, string> = { google: 'access_denied', linkedin: 'user_cancelled_login' };

function redirectWithError(query: URLSearchParams, error: string): string {
  const url = new URL(query.get('redirect_uri') ?? '');
  url.searchParams.set('error', error);
  const state = query.get('state');
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}

function createTicket(state: State, person: MockUser): string {
  const ticket = `ticket-${(state.lastTicket += 1)}`;
  state.tickets.set(ticket, person);
  return ticket;
}

/** Redirects at once if a sign-in was prepared, otherwise shows a page. @param query receives the sign-in's ticket */
export function beginAuthorize(
  state: State,
  provider: Provider,
  query: URLSearchParams,
  lang: SignInLanguage,
): AuthorizeAnswer | null {
  if (state.tickets.has(query.get('mock_ticket') ?? '')) return null;
  const refusal = findRequestError(provider, query);
  if (refusal) return { status: 400, page: renderRefusal(provider, refusal, lang) };
  const next = takeEntry(state.nexts, provider);
  if (next?.error) return { location: redirectWithError(query, next.error) };
  if (!next?.person)
    return {
      status: 200,
      page: signInPage(provider, query.toString(), lang),
      redirectOrigin: new URL(query.get('redirect_uri') ?? '').origin,
    };
  query.set('mock_ticket', createTicket(state, next.person));
  return null;
}

export function finishChoice(state: State, provider: Provider, form: URLSearchParams): AuthorizeAnswer {
  const query = new URLSearchParams(form.get('query') ?? '');
  const refusal = findRequestError(provider, query);
  if (refusal) return { status: 400, page: renderRefusal(provider, refusal, 'en') };
  if (form.get('answer') !== 'accept') return { location: redirectWithError(query, deniedError[provider]) };
  const person = personSchema.safeParse({
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    emailVerified: form.get('verified') === 'on',
  });
  if (!person.success)
    return {
      status: 422,
      page: signInPage(provider, query.toString(), 'en'),
      redirectOrigin: new URL(query.get('redirect_uri') ?? '').origin,
    };
  query.set('mock_ticket', createTicket(state, person.data));
  return { location: `/${provider}${providers[provider].endpoints.authorize}?${query.toString()}` };
}

const messages = {
  en: {
    banner: 'MOCK sign-in: nobody is asked for a real password here.',
    title: (name: string) => `Sign in with ${name}`,
    choose: 'Continue as',
    other: 'Somebody else',
    email: 'Email',
    name: 'Name',
    verified: 'The provider has verified this email',
    unverified: 'email not verified',
    go: 'Continue',
    deny: 'Deny',
    wrong: 'The site sent a request that the provider would refuse:',
  },
  ar: {
    banner: 'تسجيل دخول تجريبي: لن تُطلب منك هنا أي كلمة مرور حقيقية.',
    title: (name: string) => `تسجيل الدخول عبر ${name}`,
    choose: 'تابع باسم',
    other: 'شخص آخر',
    email: 'البريد الإلكتروني',
    name: 'الاسم',
    verified: 'تحقّق المزوّد من هذا البريد',
    unverified: 'بريد غير مؤكَّد',
    go: 'متابعة',
    deny: 'رفض',
    wrong: 'أرسل الموقع طلبًا كان المزوّد سيرفضه:',
  },
};

type SignInLanguage = keyof typeof messages;

const names: Record<Provider, string> = { google: 'Google', linkedin: 'LinkedIn' };

function renderFrame(lang: SignInLanguage, title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${new Html(style)}.check {
            display: flex;
            gap: 0.6rem;
            align-items: center;
          }
          .check input {
            inline-size: 1.3rem;
            min-block-size: 1.3rem;
            margin: 0;
          }
          .person {
            text-align: start;
            display: grid;
            gap: 0.1rem;
            margin-block-end: 0.5rem;
          }
          .person span {
            font-weight: 400;
            font-size: 0.9rem;
          }
        </style>
      </head>
      <body>
        <div class="banner" role="note">${messages[lang].banner}</div>
        <main class="one">
          <section class="box">
            <h1>${title}</h1>
            ${content}
          </section>
        </main>
      </body>
    </html>`.text;
}

function signInPage(provider: Provider, query: string, lang: SignInLanguage): string {
  const labels = messages[lang];
  const hidden = html`<input type="hidden" name="query" value="${query}" />`;
  const buttons = sampleUsers.map(
    (person) =>
      html`<form method="post" action="/${provider}/choose">
        ${hidden}<input type="hidden" name="email" value="${person.email}" /><input
          type="hidden"
          name="name"
          value="${person.name}"
        />
        ${person.emailVerified && html`<input type="hidden" name="verified" value="on" />`}
        <button class="quiet person" name="answer" value="accept" data-testid="person-${person.email}">
          <b><bdi>${person.name}</bdi></b
          ><span><bdi>${person.email}</bdi>${!person.emailVerified && html` · ${labels.unverified}`}</span>
        </button>
      </form>`,
  );
  const other = html`<form method="post" action="/${provider}/choose" class="after">
      ${hidden}
      <label>${labels.email}<input class="ltr" name="email" type="email" required data-testid="email" /></label>
      <label>${labels.name}<input name="name" required data-testid="name" /></label>
      <label class="check"
        ><input type="checkbox" name="verified" checked data-testid="verified" /> ${labels.verified}</label
      >
      <button name="answer" value="accept" data-testid="accept">${labels.go}</button>
    </form>
    <form method="post" action="/${provider}/choose">
      ${hidden}<button class="quiet" name="answer" value="deny" data-testid="deny">${labels.deny}</button>
    </form>`;
  return renderFrame(
    lang,
    labels.title(names[provider]),
    html`<h2>${labels.choose}</h2>
      ${buttons}
      <h2 class="after">${labels.other}</h2>
      ${other}`,
  );
}

const renderRefusal = (provider: Provider, reason: string, lang: SignInLanguage): string =>
  renderFrame(
    lang,
    messages[lang].title(names[provider]),
    html`<p>${messages[lang].wrong}</p>
      <p class="big" style="font-size:1rem">${reason}</p>`,
  );
