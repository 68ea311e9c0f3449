import { Html, html } from '../html';
import { style } from '../style';
import { people, type Provider } from './people';

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

export type SignInLanguage = keyof typeof messages;

const names: Record<Provider, string> = { google: 'Google', linkedin: 'LinkedIn' };

function frame(lang: SignInLanguage, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${title}</title>
<style>${new Html(style)}.check{display:flex;gap:.6rem;align-items:center}.check input{inline-size:1.3rem;min-block-size:1.3rem;margin:0}.person{text-align:start;display:grid;gap:.1rem;margin-block-end:.5rem}.person span{font-weight:400;font-size:.9rem}</style></head>
<body><div class="banner" role="note">${messages[lang].banner}</div><main class="one"><section class="box"><h1>${title}</h1>${content}</section></main></body></html>`.text;
}

/** Choose a person, type another, or deny; works without JavaScript. */
export function signInPage(provider: Provider, query: string, lang: SignInLanguage): string {
  const labels = messages[lang];
  const hidden = html`<input type="hidden" name="query" value="${query}">`;
  const buttons = people.map(
    (person) => html`<form method="post" action="/${provider}/choose">${hidden}<input type="hidden" name="email" value="${person.email}"><input type="hidden" name="name" value="${person.name}">
${person.emailVerified && html`<input type="hidden" name="verified" value="on">`}
<button class="quiet person" name="answer" value="accept" data-testid="person-${person.email}"><b><bdi>${person.name}</bdi></b><span><bdi>${person.email}</bdi>${!person.emailVerified && html` · ${labels.unverified}`}</span></button></form>`,
  );
  const other = html`<form method="post" action="/${provider}/choose" class="after">${hidden}
<label>${labels.email}<input class="ltr" name="email" type="email" required data-testid="email"></label>
<label>${labels.name}<input name="name" required data-testid="name"></label>
<label class="check"><input type="checkbox" name="verified" checked data-testid="verified"> ${labels.verified}</label>
<button name="answer" value="accept" data-testid="accept">${labels.go}</button></form>
<form method="post" action="/${provider}/choose">${hidden}<button class="quiet" name="answer" value="deny" data-testid="deny">${labels.deny}</button></form>`;
  return frame(lang, labels.title(names[provider]), html`<h2>${labels.choose}</h2>${buttons}<h2 class="after">${labels.other}</h2>${other}`);
}

export const refusedPage = (provider: Provider, reason: string, lang: SignInLanguage): string =>
  frame(lang, messages[lang].title(names[provider]), html`<p>${messages[lang].wrong}</p><p class="big" style="font-size:1rem">${reason}</p>`);
