import 'server-only';
import { config } from '@/lib/config/config';
import type { Language } from '@/lib/language';
import type { Problem } from '@/lib/problem';
import { safeNext } from '@/lib/guards/safe-next';
import type { Fields } from './request-body';
import { saveForm } from './saved-form';

/** A form of the site's own pages, sent without JavaScript: 303 on, or 303 back with `?error=<key>`. */
export interface FormPost {
  /** The page to go on to: a path without the language, or a whole path made from what the call answered and its address names. */
  next: string | ((answer: unknown, lang: Language, params: Readonly<Record<string, string>>) => string);
  /** The form's own page, without the language; the page that sent the form wins when it has the same start. */
  back: string;
  /** Names the form in the address of `back`, where a page has several. */
  section?: string;
  /** Its fields as the call's body has them, where people type something else, such as numbers of the page's language. */
  read?: (fields: Fields, lang: Language) => Fields;
  /** Sent as multipart/form-data; `work` reads it with `readFiles`. */
  files?: true;
}

const seeOther = (location: string, headers: Headers = new Headers()): Response => {
  headers.set('location', location);
  headers.set('cache-control', 'no-store');
  return new Response(null, { status: 303, headers });
};

/** Headers of the call's answer that the redirect takes over. */
const passedOn = ['set-cookie', 'clear-site-data'];

export async function onToNextPage(form: FormPost, answer: unknown, lang: Language, params: Readonly<Record<string, string>>): Promise<Response> {
  const next = typeof form.next === 'string' ? `/${lang}${form.next}` : form.next(answer, lang, params);
  const headers = new Headers();
  if (answer instanceof Response) for (const [name, value] of answer.headers) if (passedOn.includes(name)) headers.append(name, value);
  if (answer instanceof Response && answer.status === 303) return seeOther(answer.headers.get('location') ?? next, headers);
  return seeOther(next, headers);
}

export function backToForm(
  form: FormPost,
  problem: Problem,
  { fields, person }: { fields: Record<string, unknown> | null; /** Who typed them (`shownPerson`). */ person: string | null },
  request: Request,
  lang: Language,
): Response {
  const address = formAddress(form, request, lang);
  // A person whose session has ended or expired: the page's guard leads through sign-in, and the page then says that nothing was sent.
  address.searchParams.set('error', problem.status === 401 && person !== null ? 'signed-out' : problem.key);
  if (form.section !== undefined) address.searchParams.set('section', form.section);
  const headers = new Headers();
  if (fields) headers.append('set-cookie', saveForm(person, fields, problem.errors));
  return seeOther(`${address.pathname}${address.search}`, headers);
}

/** The page of the form as it was asked for, or its path alone. */
export function formAddress(form: Pick<FormPost, 'back'>, request: Request, lang: Language): URL {
  const own = new URL(`/${lang}${form.back}`, config().siteUrl);
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return own;
  const sender = new URL(referer);
  return sender.origin === config().siteUrl && sender.pathname.startsWith(own.pathname) ? sender : own;
}

/** The wanted page that the form's own page still has in its address (`/ar/signup?next=…`), else `otherwise`. */
export function nextOfForm(request: Request, otherwise: string): string {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return otherwise;
  return safeNext(new URL(referer).searchParams.get('next')) ?? otherwise;
}
