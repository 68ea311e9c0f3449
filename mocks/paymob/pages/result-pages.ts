import { html } from '../../html';
import { layout } from './layout';
import { labelsOf, type PageLanguage } from './labels';

export interface ResultView {
  lang: PageLanguage;
  state: 'paid' | 'declined' | 'waiting';
  code: string;
  /** The signed way back to the shop; null when there is none or the scenario closes the tab. */
  back: string | null;
  retry: string;
}

const onwardSeconds = 1;

/** After an attempt: on to the shop when paid, another try or back when not. */
export function resultPage({ lang, state, code, back, retry }: ResultView): string {
  const labels = labelsOf(lang);
  const looks = { paid: ['good', '✓'], declined: ['bad', '✕'], waiting: ['wait', '…'] }[state];
  const text = state === 'paid' && !back ? labels.paidStay : labels[`${state}Text`];
  const title = labels[`${state}Title`];
  return layout({
    lang,
    title,
    columns: 'one',
    onward: state === 'paid' && back ? { url: back, afterSeconds: onwardSeconds } : undefined,
    content: html`<section class="box" data-testid="result-${state}"><div class="mark ${looks[0] ?? ''}" aria-hidden="true">${looks[1] ?? ''}</div>
<h1>${title}</h1><p role="status">${text}</p>
${state === 'declined' && html`<p class="soft"><code data-testid="result-code">${code}</code></p>`}
${state !== 'paid' && html`<p><a class="button" href="${retry}" data-testid="again">${labels.again}</a></p>`}
${back && html`<p><a class="button quiet" href="${back}" data-testid="back">${labels.back}</a></p>`}</section>`,
  });
}

export function errorPage(lang: PageLanguage, reason: 'unknown' | 'expired' | 'alreadyPaid', back: string | null): string {
  const labels = labelsOf(lang);
  return layout({
    lang,
    title: labels.errorTitle,
    columns: 'one',
    content: html`<section class="box" data-testid="checkout-error"><div class="mark bad" aria-hidden="true">!</div><h1>${labels.errorTitle}</h1><p>${labels[reason]}</p>
${back && html`<p><a class="button quiet" href="${back}" data-testid="back">${labels.back}</a></p>`}</section>`,
  });
}
