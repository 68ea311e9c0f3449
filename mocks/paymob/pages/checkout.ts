import type { FastifyInstance, HTTPMethods } from 'fastify';
import { addRoute, type Answer, type Call, createPageAnswer, seeOther } from '../api/answers';
import { redirectUrl } from '../callback-bodies';
import { runWithFaults } from '../faults';
import {
  answerThreeDSecure,
  answerWallet,
  expireBill,
  issueBill,
  payBill,
  payByCard,
  startWallet,
} from '../payments/attempts';
import { formatPaymentToken } from '../payments/intentions';
import { getScenario, type Scenario, testCards } from '../payments/scenarios';
import type { Intention, Transaction } from '../state/records';
import {
  findByOrder,
  findBySecret,
  findIntegration,
  findTransaction,
  isExpired,
  isPaid,
  listTransactions,
  type World,
} from '../state/world';
import { buildCheckoutLink, type CheckoutView, renderCheckoutPage } from './checkout-page';
import { getLabels, type PageLanguage } from './labels';
import {
  billPage,
  renderBankPage,
  renderErrorPage,
  renderResultPage,
  renderWalletPage,
  type StepView,
} from './step-pages';

type Fields = Record<string, string>;

const parseForm = (call: Call): Fields =>
  Object.fromEntries([...new URLSearchParams(call.body)].map(([key, value]) => [key, toLatinDigits(value)]));

const queryOf = (call: Call): Fields => Object.fromEntries(new URL(call.url, 'http://mock').searchParams);

function readLanguage(fields: Fields, call: Call): PageLanguage {
  if (fields.lang === 'ar' || fields.lang === 'en') return fields.lang;
  return /^\s*ar\b/i.test(call.headers['accept-language'] ?? '') ? 'ar' : 'en';
}

function openCheckout(world: World, fields: Fields, lang: PageLanguage): CheckoutView | Answer {
  const intention = findBySecret(world, fields.clientSecret ?? '');
  if (!intention || fields.publicKey !== world.config.publicKey)
    return createPageAnswer(404, renderErrorPage(lang, 'unknown', null));
  const last = listTransactions(world, intention.orderId).findLast((one) => one.success && one.parentId === null);
  if (isPaid(world, intention.orderId))
    return createPageAnswer(410, renderErrorPage(lang, 'alreadyPaid', last ? redirectUrl(world, last) : null));
  if (isExpired(world, intention))
    return createPageAnswer(410, renderErrorPage(lang, 'expired', intention.redirectionUrl));
  const integrations = intention.integrationIds.flatMap((id) => findIntegration(world, id) ?? []);
  const chosen = integrations.find(({ id }) => String(id) === fields.method) ?? integrations[0];
  if (!chosen) return createPageAnswer(404, renderErrorPage(lang, 'unknown', null));
  const round = listTransactions(world, intention.orderId).length;
  const { merchantName: merchant, publicKey } = world.config;
  return { lang, merchant, intention, publicKey, integrations, chosen, round, values: {}, errors: {} };
}

const isAnswer = (value: CheckoutView | Answer): value is Answer => 'status' in value;

function showCheckout(world: World, call: Call): Answer {
  const fields = queryOf(call);
  const view = openCheckout(world, fields, readLanguage(fields, call));
  if (isAnswer(view)) return view;
  const isTestCard = testCards.some(({ pan }) => pan === fields.card);
  const values: Fields = isTestCard
    ? { number: fields.card ?? '', holder: 'Test Account', expiry: '01/39', cvv: '123' }
    : {};
  return createPageAnswer(200, renderCheckoutPage({ ...view, values }));
}

function answerAfterAttempt(world: World, transaction: Transaction, lang: PageLanguage): Answer {
  const intention = findByOrder(world, transaction.orderId) as Intention;
  const query = new URLSearchParams({
    payment_token: formatPaymentToken(intention, transaction.integrationId),
    trx_id: String(transaction.id),
    lang,
  });
  const step = transaction.pending ? 'step' : 'payment-status';
  return seeOther(`/unifiedcheckout/${step}?${query.toString()}`);
}

function startPayment(world: World, view: CheckoutView, fields: Fields): Transaction | CheckoutView {
  const labels = getLabels(view.lang);
  if (view.chosen.name === 'kiosk') return issueBill(world, view.intention, view.chosen.id);
  const errors =
    view.chosen.name === 'wallet' ? checkWallet(fields, labels) : checkCard(fields, labels, world.clock.now());
  if (Object.keys(errors).length > 0)
    return { ...view, errors, values: { ...fields, number: errors.number ? '' : (fields.number ?? ''), cvv: '' } };
  if (view.chosen.name === 'wallet') return startWallet(world, view.intention, view.chosen.id, fields.phone ?? '');
  const number = (fields.number ?? '').replace(/[\s-]/g, '');
  const scenario = testCards.find(({ pan }) => pan === number)?.scenario ?? 'declined';
  return payByCard(world, view.intention, view.chosen.id, number, scenario);
}

function handlePayment(world: World, call: Call): Answer {
  const fields = parseForm(call);
  const lang = readLanguage(fields, call);
  const intention = findBySecret(world, fields.clientSecret ?? '');
  const sameForm = intention && listTransactions(world, intention.orderId)[Number(fields.round)];
  if (sameForm) return answerAfterAttempt(world, sameForm, lang);
  const view = openCheckout(world, fields, lang);
  if (isAnswer(view)) return view;
  const payment = startPayment(world, view, fields);
  return 'orderId' in payment
    ? answerAfterAttempt(world, payment, lang)
    : createPageAnswer(422, renderCheckoutPage(payment));
}

interface CheckoutAttempt {
  one: Transaction;
  intention: Intention;
  lang: PageLanguage;
  step: StepView;
}

/** Requires the payment token, so that a buyer cannot reach another buyer's attempt. */
function findAttempt(world: World, fields: Fields, call: Call): CheckoutAttempt | null {
  const one = findTransaction(world, Number(fields.trx_id ?? fields.transaction));
  const intention = one && findByOrder(world, one.orderId);
  if (!one || !intention || fields.payment_token !== formatPaymentToken(intention, one.integrationId)) return null;
  const lang = readLanguage(fields, call);
  const { amount, currency } = one;
  const step = {
    lang,
    merchant: world.config.merchantName,
    amount,
    currency,
    transactionId: one.id,
    paymentToken: fields.payment_token,
  };
  return { one, intention, lang, step };
}

function showStep(world: World, call: Call): Answer {
  const attempt = findAttempt(world, queryOf(call), call);
  if (!attempt) return createPageAnswer(404, renderErrorPage(readLanguage(queryOf(call), call), 'unknown', null));
  const { one, step } = attempt;
  if (one.billReference !== null) {
    const state = one.pending ? 'open' : one.success ? 'paid' : 'expired';
    return createPageAnswer(
      200,
      billPage(step, { reference: one.billReference, state, back: redirectUrl(world, one) }),
    );
  }
  if (!one.pending) return answerAfterAttempt(world, one, attempt.lang);
  return createPageAnswer(200, one.source.type === 'wallet' ? renderWalletPage(step) : renderBankPage(step));
}

function answerStep(world: World, call: Call): Answer {
  const fields = parseForm(call);
  const attempt = findAttempt(world, fields, call);
  if (!attempt) return createPageAnswer(404, renderErrorPage(readLanguage(fields, call), 'unknown', null));
  const { one, lang } = attempt;
  if (fields.answer === 'confirm') {
    if (one.source.type === 'wallet') answerWallet(world, one, fields.pin ?? '', fields.otp ?? '');
    else answerThreeDSecure(world, one, fields.otp ?? '');
  }
  if (!one.pending) return answerAfterAttempt(world, one, lang);
  return createPageAnswer(200, renderResult(world, attempt));
}

function renderResult(world: World, { one, intention, lang }: CheckoutAttempt): string {
  const state = one.pending ? 'waiting' : one.success ? 'paid' : 'declined';
  const scenario: Scenario | null = one.scenario && one.scenario !== 'wallet' ? getScenario(one.scenario) : null;
  const back = scenario?.redirect === false ? null : redirectUrl(world, one);
  return renderResultPage({
    lang,
    state,
    back,
    code: one.result.code,
    retry: buildCheckoutLink(
      { lang, intention, publicKey: world.config.publicKey },
      { method: String(one.integrationId) },
    ),
  });
}

function showResult(world: World, call: Call): Answer {
  const attempt = findAttempt(world, queryOf(call), call);
  return attempt
    ? createPageAnswer(200, renderResult(world, attempt))
    : createPageAnswer(404, renderErrorPage(readLanguage(queryOf(call), call), 'unknown', null));
}

function answerKiosk(world: World, call: Call): Answer {
  const fields = parseForm(call);
  const attempt = findAttempt(world, fields, call);
  if (!attempt) return createPageAnswer(404, renderErrorPage(readLanguage(fields, call), 'unknown', null));
  if (fields.answer === 'pay') payBill(world, attempt.one);
  if (fields.answer === 'expire') expireBill(world, attempt.one);
  const query = new URLSearchParams({
    payment_token: attempt.step.paymentToken,
    trx_id: String(attempt.one.id),
    lang: attempt.lang,
  });
  return seeOther(`/unifiedcheckout/step?${query.toString()}`);
}

export function addCheckout(app: FastifyInstance, world: World): void {
  const addCall = (method: HTTPMethods, path: string, work: (world: World, call: Call) => Answer): void => {
    addRoute(app, method, path, (call) => runWithFaults(world, 'checkout', () => work(world, call)));
  };
  addCall('GET', '/unifiedcheckout/', showCheckout);
  addCall('POST', '/unifiedcheckout/pay', handlePayment);
  addCall('GET', '/unifiedcheckout/step', showStep);
  addCall('POST', '/unifiedcheckout/3ds', answerStep);
  addCall('GET', '/unifiedcheckout/payment-status', showResult);
  addCall('POST', '/unifiedcheckout/kiosk', answerKiosk);
}

type Labels = ReturnType<typeof getLabels>;

const arabicZeros = [0x0660, 0x06f0];

const toLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (arabicZeros.findLast((zero) => code >= zero) ?? 0));
  });

function passesLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

function isFutureExpiry(text: string, now: number): boolean {
  const [, month, year] = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(text.trim()) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return false;
  return Date.UTC(2000 + Number(year), Number(month), 1) > now;
}

function checkCard(values: Record<string, string>, labels: Labels, now: number): Record<string, string> {
  const errors: Record<string, string> = {};
  const number = (values.number ?? '').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) errors.number = labels.badNumber;
  else if (!testCards.some(({ pan }) => pan === number)) errors.number = labels.unknownCard;
  if (!values.holder?.trim()) errors.holder = labels.badHolder;
  if (!isFutureExpiry(values.expiry ?? '', now)) errors.expiry = labels.badExpiry;
  if (!/^\d{3}$/.test(values.cvv ?? '')) errors.cvv = labels.badCvv;
  return errors;
}

const checkWallet = (values: Record<string, string>, labels: Labels): Record<string, string> =>
  /^01\d{9}$/.test(values.phone ?? '') ? {} : { phone: labels.badPhone };
