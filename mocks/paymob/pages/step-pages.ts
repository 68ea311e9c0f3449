import { html, type Html } from '../../html';
import { layout } from './layout';
import { priceText, labelsOf, type PageLanguage } from './labels';

/** A page between the form and its result: which attempt it belongs to, and how to say so. */
export interface StepView { lang: PageLanguage; merchant: string; amount: number; currency: string; transactionId: number; paymentToken: string }

function hidden(view: StepView, answer: string): Html {
  return html`<input type="hidden" name="transaction" value="${view.transactionId}"><input type="hidden" name="payment_token" value="${view.paymentToken}">
<input type="hidden" name="lang" value="${view.lang}"><input type="hidden" name="answer" value="${answer}">`;
}

const secret = (name: string, label: string): Html =>
  html`<label>${label}<input class="ltr" name="${name}" data-testid="${name}" inputmode="numeric" autocomplete="one-time-code" maxlength="6"></label>`;

function step(view: StepView, title: string, text: string, inputs: Html): string {
  const labels = labelsOf(view.lang);
  return layout({
    lang: view.lang,
    title,
    columns: 'one',
    content: html`<section class="box"><h1>${title}</h1><p>${text}</p>
<p class="total"><bdi>${view.merchant}</bdi><bdi>${priceText(view.amount, view.currency, view.lang)}</bdi></p><p></p>
<form method="post" action="/unifiedcheckout/3ds">${hidden(view, 'confirm')}${inputs}<button data-testid="confirm">${labels.confirm}</button></form>
<form method="post" action="/unifiedcheckout/3ds">${hidden(view, 'abandon')}<button class="quiet" data-testid="abandon">${labels.abandon}</button></form></section>`,
  });
}

export function bankPage(view: StepView): string {
  const labels = labelsOf(view.lang);
  return step(view, labels.bankTitle, labels.bankText, secret('otp', labels.password));
}

export function walletPage(view: StepView): string {
  const labels = labelsOf(view.lang);
  return step(view, labels.walletTitle, labels.walletText, html`${secret('pin', labels.pin)}${secret('otp', labels.password)}`);
}

export function billPage(view: StepView, bill: { reference: string; state: 'open' | 'paid' | 'expired'; back: string | null }): string {
  const labels = labelsOf(view.lang);
  const action = (name: string, label: string, quiet: boolean): Html =>
    html`<form method="post" action="/unifiedcheckout/kiosk">${hidden(view, name)}<button class="${quiet && 'quiet'}" data-testid="bill-${name}">${label}</button></form>`;
  const open = html`<p>${labels.billText}</p>${action('pay', labels.billPay, false)}${action('expire', labels.billExpire, true)}`;
  const closed = html`<p role="status">${bill.state === 'paid' ? labels.billPaid : labels.billExpired}</p>`;
  return layout({
    lang: view.lang,
    title: labels.billTitle,
    columns: 'one',
    content: html`<section class="box"><h1>${labels.billTitle}</h1><p class="big" data-testid="bill-reference">${bill.reference}</p>
${bill.state === 'open' ? open : closed}
${bill.back && html`<p class="after"><a class="button quiet" href="${bill.back}" data-testid="back">${labels.back}</a></p>`}</section>`,
  });
}
