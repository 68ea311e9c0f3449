import { type Html, html } from '../../html';
import type { Integration, MethodName } from '../config';
import { testCards } from '../payments/scenarios';
import type { Intention } from '../state/records';
import { formatPrice, getLabels, getOtherLanguage, getOutcomeLabel, type PageLanguage } from './labels';
import { renderLayout } from './layout';

export interface CheckoutView {
  lang: PageLanguage;
  merchant: string;
  intention: Intention;
  publicKey: string;
  integrations: Integration[];
  chosen: Integration;
  /** Number of earlier attempts. A form with an old number was sent twice. */
  round: number;
  values: Record<string, string>;
  errors: Record<string, string>;
}

export function buildCheckoutLink(
  view: Pick<CheckoutView, 'lang' | 'intention' | 'publicKey'>,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    publicKey: view.publicKey,
    clientSecret: view.intention.clientSecret,
    lang: view.lang,
    ...more,
  });
  return `/unifiedcheckout/?${query.toString()}`;
}

interface InputOptions {
  type?: string;
  autocomplete?: string;
  inputmode?: string;
  isLtr?: boolean;
  placeholder?: string;
}

function renderTextInput(view: CheckoutView, name: string, label: string, more: InputOptions = {}): Html {
  const error = view.errors[name];
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${view.values[name] ?? ''}"
      data-testid="${name}"
      type="${more.type ?? 'text'}"
      autocomplete="${more.autocomplete ?? 'off'}"
      inputmode="${more.inputmode ?? 'text'}"
      placeholder="${more.placeholder ?? ''}"
      class="${more.isLtr && 'ltr'}"
      ${error && html`aria-invalid="true" aria-describedby="${name}-error"`}
    />
    ${error && html`<span class="error" role="alert" id="${name}-error" data-testid="${name}-error">${error}</span>`}</label
  >`;
}

function renderMethodFields(view: CheckoutView): Html {
  const labels = getLabels(view.lang);
  if (view.chosen.name === 'wallet') {
    return html`<p class="soft">${labels.walletHint}</p>
      ${renderTextInput(view, 'phone', labels.walletNumber, { inputmode: 'numeric', isLtr: true, placeholder: '01010101010', autocomplete: 'tel-national' })}`;
  }
  if (view.chosen.name === 'kiosk') return html`<p>${labels.kioskHint}</p>`;
  return html`${renderTextInput(view, 'number', labels.cardNumber, { inputmode: 'numeric', isLtr: true, placeholder: '0000 0000 0000 0000', autocomplete: 'cc-number' })}
    ${renderTextInput(view, 'holder', labels.holder, { autocomplete: 'cc-name', placeholder: 'Test Account', isLtr: true })}
    <div class="row">
      ${renderTextInput(view, 'expiry', labels.expiry, { inputmode: 'numeric', isLtr: true, placeholder: '01/39', autocomplete: 'cc-exp' })}
      ${renderTextInput(view, 'cvv', labels.cvv, { inputmode: 'numeric', isLtr: true, placeholder: '123', type: 'password', autocomplete: 'cc-csc' })}
    </div>`;
}

const submitLabel = (view: CheckoutView): Html | string => {
  const labels = getLabels(view.lang);
  const buttons: Record<MethodName, Html | string> = {
    card: html`${labels.pay} <bdi>${formatPrice(view.intention.amount, view.intention.currency, view.lang)}</bdi>`,
    wallet: labels.walletNext,
    kiosk: labels.kioskNext,
  };
  return buttons[view.chosen.name];
};

function renderPaymentForm(view: CheckoutView): Html {
  const labels = getLabels(view.lang);
  const tabs = view.integrations.map(
    (one) =>
      html`<a
        href="${buildCheckoutLink(view, { method: String(one.id) })}"
        data-testid="method-${one.name}"
        ${one === view.chosen && html`aria-current="true"`}
        >${labels[one.name]}</a
      >`,
  );
  const cancel = view.intention.redirectionUrl;
  return html`<section class="box">
    <h1>${labels.methods}</h1>
    <nav class="tabs" aria-label="${labels.methods}">${tabs}</nav>
    <form method="post" action="/unifiedcheckout/pay" data-testid="pay-form" novalidate>
      <input type="hidden" name="publicKey" value="${view.publicKey}" /><input
        type="hidden"
        name="clientSecret"
        value="${view.intention.clientSecret}"
      />
      <input type="hidden" name="method" value="${view.chosen.id}" /><input
        type="hidden"
        name="lang"
        value="${view.lang}"
      /><input type="hidden" name="round" value="${view.round}" />
      ${renderMethodFields(view)}
      <button data-testid="pay">${submitLabel(view)}</button>
    </form>
    ${cancel && html`<p class="after"><a class="button quiet" href="${cancel}" data-testid="cancel">${labels.cancel}</a></p>`}
  </section>`;
}

function renderOrderSummary(view: CheckoutView): Html {
  const { intention, lang } = view;
  const labels = getLabels(lang);
  const renderPrice = (amount: number): Html => html`<bdi>${formatPrice(amount, intention.currency, lang)}</bdi>`;
  return html`<section class="box" aria-label="${labels.order}">
    <p class="soft">${labels.payTo}</p>
    <h2><bdi>${view.merchant}</bdi></h2>
    <ul class="items">
      ${intention.items.map((item) => html`<li><bdi>${item.name}</bdi> ${renderPrice(item.amount)}</li>`)}
    </ul>
    <p class="total"><span>${labels.total}</span><span data-testid="total">${renderPrice(intention.amount)}</span></p>
    <dl class="soft">
      <dt>${labels.order}</dt>
      <dd><bdi data-testid="order">${intention.orderId}</bdi></dd>
    </dl>
  </section>`;
}

function renderCardList(view: CheckoutView): Html {
  const labels = getLabels(view.lang);
  const groupDigits = (pan: string): string => pan.replace(/(\d{4})(?=\d)/g, '$1 ');
  const rows = testCards.map(
    ({ pan, scenario }) =>
      html`<li>
        <a href="${buildCheckoutLink(view, { method: String(view.chosen.id), card: pan })}" data-testid="card-${pan}"
          ><code>${groupDigits(pan)}</code> <span class="soft">${getOutcomeLabel(scenario, view.lang)}</span></a
        >
      </li>`,
  );
  return html`<section class="box">
    <details open>
      <summary>${labels.testCards}</summary>
      <p class="soft">${labels.testCardsHint}</p>
      <ul class="cards">
        ${rows}
      </ul>
    </details>
  </section>`;
}

export function renderCheckoutPage(view: CheckoutView): string {
  const labels = getLabels(view.lang);
  const method = String(view.chosen.id);
  return renderLayout({
    lang: view.lang,
    title: `${labels.pay} · ${view.merchant}`,
    switchTo: buildCheckoutLink({ ...view, lang: getOtherLanguage(view.lang) }, { method }),
    columns: 'two',
    content: html`${renderPaymentForm(view)}
      <div>
        ${renderOrderSummary(view)}
        <div class="after"></div>
        ${view.chosen.name === 'card' && renderCardList(view)}
      </div>`,
  });
}
