import { type Html, html } from '../../html';
import { formatPrice, getLabels, type PageLanguage } from './labels';
import { renderLayout } from './layout';

export interface StepView {
  lang: PageLanguage;
  merchant: string;
  amount: number;
  currency: string;
  transactionId: number;
  paymentToken: string;
}

function renderHiddenFields(view: StepView, answer: string): Html {
  return html`<input type="hidden" name="transaction" value="${view.transactionId}" /><input
      type="hidden"
      name="payment_token"
      value="${view.paymentToken}"
    />
    <input type="hidden" name="lang" value="${view.lang}" /><input type="hidden" name="answer" value="${answer}" />`;
}

const renderSecretInput = (name: string, label: string): Html =>
  html`<label
    >${label}<input
      class="ltr"
      name="${name}"
      data-testid="${name}"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="6"
  /></label>`;

function renderStepPage(view: StepView, title: string, text: string, inputs: Html): string {
  const labels = getLabels(view.lang);
  return renderLayout({
    lang: view.lang,
    title,
    columns: 'one',
    content: html`<section class="box">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="total"><bdi>${view.merchant}</bdi><bdi>${formatPrice(view.amount, view.currency, view.lang)}</bdi></p>
      <p></p>
      <form method="post" action="/unifiedcheckout/3ds">
        ${renderHiddenFields(view, 'confirm')}${inputs}<button data-testid="confirm">${labels.confirm}</button>
      </form>
      <form method="post" action="/unifiedcheckout/3ds">
        ${renderHiddenFields(view, 'abandon')}<button class="quiet" data-testid="abandon">${labels.abandon}</button>
      </form>
    </section>`,
  });
}

export function renderBankPage(view: StepView): string {
  const labels = getLabels(view.lang);
  return renderStepPage(view, labels.bankTitle, labels.bankText, renderSecretInput('otp', labels.password));
}

export function renderWalletPage(view: StepView): string {
  const labels = getLabels(view.lang);
  return renderStepPage(
    view,
    labels.walletTitle,
    labels.walletText,
    html`${renderSecretInput('pin', labels.pin)}${renderSecretInput('otp', labels.password)}`,
  );
}

export function billPage(
  view: StepView,
  bill: { reference: string; state: 'open' | 'paid' | 'expired'; back: string | null },
): string {
  const labels = getLabels(view.lang);
  const renderActionButton = (name: string, label: string, isQuiet: boolean): Html =>
    html`<form method="post" action="/unifiedcheckout/kiosk">
      ${renderHiddenFields(view, name)}<button class="${isQuiet && 'quiet'}" data-testid="bill-${name}">
        ${label}
      </button>
    </form>`;
  const open = html`<p>${labels.billText}</p>
    ${renderActionButton('pay', labels.billPay, false)}${renderActionButton('expire', labels.billExpire, true)}`;
  const closed = html`<p role="status">${bill.state === 'paid' ? labels.billPaid : labels.billExpired}</p>`;
  return renderLayout({
    lang: view.lang,
    title: labels.billTitle,
    columns: 'one',
    content: html`<section class="box">
      <h1>${labels.billTitle}</h1>
      <p class="big" data-testid="bill-reference">${bill.reference}</p>
      ${bill.state === 'open' ? open : closed}
      ${bill.back && html`<p class="after"><a class="button quiet" href="${bill.back}" data-testid="back">${labels.back}</a></p>`}
    </section>`,
  });
}

interface ResultView {
  lang: PageLanguage;
  state: 'paid' | 'declined' | 'waiting';
  code: string;
  /** Signed URL of the shop; null if there is none or the scenario closes the tab. */
  back: string | null;
  retry: string;
}

const onwardSeconds = 1;

export function renderResultPage({ lang, state, code, back, retry }: ResultView): string {
  const labels = getLabels(lang);
  const looks = { paid: ['good', '✓'], declined: ['bad', '✕'], waiting: ['wait', '…'] }[state];
  const text = state === 'paid' && !back ? labels.paidStay : labels[`${state}Text`];
  const title = labels[`${state}Title`];
  return renderLayout({
    lang,
    title,
    columns: 'one',
    onward: state === 'paid' && back ? { url: back, afterSeconds: onwardSeconds } : undefined,
    content: html`<section class="box" data-testid="result-${state}">
      <div class="mark ${looks[0] ?? ''}" aria-hidden="true">${looks[1] ?? ''}</div>
      <h1>${title}</h1>
      <p role="status">${text}</p>
      ${state === 'declined' && html`<p class="soft"><code data-testid="result-code">${code}</code></p>`}
      ${state !== 'paid' && html`<p><a class="button" href="${retry}" data-testid="again">${labels.again}</a></p>`}
      ${back && html`<p><a class="button quiet" href="${back}" data-testid="back">${labels.back}</a></p>`}
    </section>`,
  });
}

export function renderErrorPage(
  lang: PageLanguage,
  reason: 'unknown' | 'expired' | 'alreadyPaid',
  back: string | null,
): string {
  const labels = getLabels(lang);
  return renderLayout({
    lang,
    title: labels.errorTitle,
    columns: 'one',
    content: html`<section class="box" data-testid="checkout-error">
      <div class="mark bad" aria-hidden="true">!</div>
      <h1>${labels.errorTitle}</h1>
      <p>${labels[reason]}</p>
      ${back && html`<p><a class="button quiet" href="${back}" data-testid="back">${labels.back}</a></p>`}
    </section>`,
  });
}
