import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymobMockOptions } from './config';
import { type PaymobMock, startPaymobMock } from './server';

interface ReceivedCallback {
  hmac: string;
  body: string;
  obj: Record<string, unknown>;
}

/** Records callbacks in `heard`. Responds with the statuses in `answers` in turn, and then repeats the last one. */
interface Shop {
  url: string;
  heard: ReceivedCallback[];
  answers: number[];
  close: () => void;
}

async function startShop(): Promise<Shop> {
  const heard: ReceivedCallback[] = [];
  const answers: number[] = [200];
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const body = Buffer.concat(parts as Buffer[]).toString('utf8');
      const hmac = new URL(request.url ?? '/', 'http://shop').searchParams.get('hmac') ?? '';
      heard.push({ hmac, body, obj: (JSON.parse(body) as { obj: Record<string, unknown> }).obj });
      response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end('noted');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard, answers, close: () => server.close() };
}

export type Bench = PaymobMock & {
  shop: Shop;
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; json: Record<string, never> & { [key: string]: unknown } }>;
  control: <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<T>;
  intend: (
    more?: Record<string, unknown>,
  ) => Promise<Record<string, unknown> & { client_secret: string; intention_order_id: number; id: string }>;
  pay: (scenario: string, more?: Record<string, unknown>) => Promise<Record<string, unknown> & { id: number }>;
  /** Moves the manual clock and waits for every due attempt. */
  pass: (ms: number) => Promise<void>;
  reset: () => Promise<void>;
  stop: () => Promise<void>;
};

export const buildIntention = (shop: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  amount: 129900,
  currency: 'EGP',
  payment_methods: [1001, 1002, 1003],
  items: [{ name: 'Course: Angular basics', amount: 129900, description: 'course 42', quantity: 1 }],
  billing_data: { first_name: 'Mona', last_name: 'Adel', email: 'learner@example.com', phone_number: '+201000000000' },
  customer: { first_name: 'Mona', last_name: 'Adel', email: 'learner@example.com' },
  expiration: 3600,
  extras: { payment_id: 'pay_01HXMOCK0001' },
  notification_url: `${shop}/api/payment/callback`,
  redirection_url: `${shop}/api/payment/return`,
  ...more,
});

export async function startBench(options: PaymobMockOptions = {}): Promise<Bench> {
  const shop = await startShop();
  const mock = await startPaymobMock({ port: 0, clock: 'manual', siteUrl: shop.url, ...options });
  const call: Bench['call'] = async (method, path, body, headers = {}) => {
    const init = {
      method,
      headers: { 'content-type': 'application/json', authorization: 'Token egy_sk_test_mock', ...headers },
    };
    const answer = await fetch(mock.url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
    return { status: answer.status, json: (await answer.json()) as never };
  };
  const control: Bench['control'] = async <T>(method: string, path: string, body?: unknown) => {
    const { json } = await call(method, `/_mock/${path}`, body, { 'x-mock-token': mock.controlToken });
    return json as T;
  };
  const intend: Bench['intend'] = async (more) =>
    (await call('POST', '/v1/intention/', buildIntention(shop.url, more))).json as never;
  const waitUntilSettled = async (): Promise<void> => {
    for (;;) {
      const state = await control<{ now: string; deliveries: { state: string; dueAt: number }[] }>('GET', 'state');
      const busy = state.deliveries.some(
        (one) => one.state === 'sending' || (one.state === 'waiting' && one.dueAt <= Date.parse(state.now)),
      );
      if (!busy) return;
      await sleep(5);
    }
  };
  return {
    ...mock,
    shop,
    call,
    control,
    intend,
    pay: async (scenario, more) => control('POST', `intentions/${(await intend(more)).id}/complete`, { scenario }),
    pass: async (ms) => {
      await control('POST', 'clock/advance', { ms });
      await waitUntilSettled();
    },
    reset: async () => {
      await control('POST', 'reset');
      shop.heard.length = 0;
    },
    stop: async () => {
      await mock.close();
      shop.close();
    },
  };
}

export const intentionSample = `{"payment_keys":[{"integration":1001,"key":"ZXlK...","gateway_type":"MIGS","iframe_id":null,"order_id":700001,"redirection_url":"http://localhost:3000/api/payment/return","save_card":false}],
 "redirection_url":"http://localhost:3000/api/payment/return","intention_order_id":700001,
 "id":"pi_test_00000000000000000000000000000001","client_secret":"egy_csk_test_00000000000000000000000000000001",
 "intention_detail":{"amount":129900,"currency":"EGP","items":[{"name":"Course: Angular basics","amount":129900,"description":"course 42","quantity":1,"image":null}],"billing_data":{"first_name":"Mona","last_name":"Adel","email":"learner@example.com","phone_number":"+201000000000","apartment":"NA","floor":"NA","street":"NA","building":"NA","shipping_method":"","city":"NA","country":"EGY","state":"NA","postal_code":"NA"}},
 "payment_methods":[{"integration_id":1001,"alias":null,"name":"card","method_type":"online","currency":"EGP","live":false,"use_cvc_with_moto":false}],
 "special_reference":"pay_01HXMOCK0001","extras":{"creation_extras":{"payment_id":"pay_01HXMOCK0001","merchant_order_id":"pay_01HXMOCK0001"},"confirmation_extras":null},
 "confirmed":false,"status":"intended","created":"2026-01-15T12:30:00.000000","card_detail":null,"card_tokens":[],"object":"paymentintention"}`;

export const callbackSample = `{"type":"TRANSACTION","obj":{"id":900001,"pending":false,"amount_cents":129900,"success":true,"is_auth":false,"is_capture":false,
 "is_standalone_payment":true,"is_voided":false,"is_refunded":false,"is_3d_secure":true,"integration_id":1001,"profile_id":400001,
 "has_parent_transaction":false,"order":{"id":700001,"created_at":"2026-01-15T12:30:00.000000","delivery_needed":false,
  "merchant":{"id":400001,"company_name":"Mock","country":"EGY"},"collector":null,"amount_cents":129900,"shipping_data":null,"currency":"EGP",
  "is_payment_locked":false,"merchant_order_id":"pay_01HXMOCK0001","paid_amount_cents":129900,"items":[],"payment_method":"tbc","api_source":"OTHER","data":{},"payment_status":"PAID"},
 "created_at":"2026-01-15T12:34:56.789012","transaction_processed_callback_responses":[],"currency":"EGP",
 "source_data":{"pan":"2346","type":"card","tenure":null,"sub_type":"MasterCard"},"api_source":"IFRAME","terminal_id":null,
 "merchant_commission":0,"installment":null,"discount_details":[],"is_void":false,"is_refund":false,
 "data":{"klass":"MigsPayment","gateway_integration_pk":1001,"amount":129900,"currency":"EGP","migs_result":"SUCCESS",
  "migs_order":{"status":"CAPTURED","authenticationStatus":"AUTHENTICATION_SUCCESSFUL"},"txn_response_code":"APPROVED","acq_response_code":"00","message":"Approved","card_num":"512345xxxxxx2346"},
 "is_hidden":false,"payment_key_claims":{"extra":{"payment_id":"pay_01HXMOCK0001"},"order_id":700001,"amount_cents":129900,"currency":"EGP","integration_id":1001,
  "next_payment_intention":"pi_test_00000000000000000000000000000001"},"error_occured":false,"is_live":false,"refunded_amount_cents":0,
 "source_id":-1,"is_captured":false,"captured_amount":0,"updated_at":"2026-01-15T12:35:10.000000","is_settled":false,"owner":500001,"parent_transaction":null},
 "issuer_bank":null,"transaction_processed_callback_responses":""}`;
