import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileStrictly, generateClient } from '@/tests/support/openapi-client';
import { mockControl, testSite } from '../support/api';
import { expect, test } from '../support/fixtures';
import { billing } from '../support/payments';
import { buildPerson } from '../support/people/accounts';

const program = `
import { client } from './client/client.gen';
import { createAccount, getOrder, getProgress, listProducts, saveProgress, startCheckout } from './client/sdk.gen';
import type { Order } from './client/types.gen';

interface Given { site: string; paymob: string; control: Record<string, string>; person: { name: string; email: string; phone: string; password: string }; billing: { first_name: string; last_name: string; phone_number: string; email: string } }
const { site, paymob, control, person, billing } = JSON.parse(process.argv[2] ?? '') as Given;
client.setConfig({ baseUrl: site, throwOnError: true });

const { name, email, phone, password } = person;
const { data: account } = await createAccount({ body: { name, email, phone, sub: password }, throwOnError: true });
const { userId } = account;
client.setConfig({ auth: () => account.accessToken });

const { data: products } = await listProducts({ throwOnError: true });
const productKey = 'course-nextjs';
const checkout = await startCheckout({ path: { userId }, body: { productKey, billing_data: billing }, throwOnError: true });
const orderId = checkout.response.headers.get('x-order-id') ?? '';
const secret = new URL(checkout.data.trim()).searchParams.get('clientSecret');
await fetch(paymob + '/_mock/intentions/' + secret + '/complete', { method: 'POST', headers: { ...control, 'content-type': 'application/json' }, body: JSON.stringify({ scenario: 'paid' }) });

let status: Order['status'] = 'pending';
while (status === 'pending') {
  await new Promise((resolve) => setTimeout(resolve, 200));
  status = (await getOrder({ path: { userId, orderId }, throwOnError: true })).data.status;
}

const courseName = 'nextjs-from-zero';
const lesson = Object.keys((await getProgress({ path: { userId, courseName }, throwOnError: true })).data.lessons)[0] ?? process.argv[3] ?? '';
const { data: progress } = await saveProgress({ path: { userId, courseName }, body: { lesson, positionSeconds: 2, played: true, watched: [[0, 2]] }, throwOnError: true });
console.log(JSON.stringify({ products: products.length, status, lesson: progress.lessons[lesson] }));
`;

test('a client generated from the OpenAPI document signs up, buys and saves progress [N23]', async () => {
  test.setTimeout(120_000);
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(join('test-results', 'client-'));
  try {
    const document = await (await fetch(`${testSite.url}/openapi.json`)).text();
    writeFileSync(join(folder, 'openapi.json'), document);
    await generateClient(join(process.cwd(), folder, 'openapi.json'), folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'program.ts'), program);
    compileStrictly(folder, ['node']);

    const given = {
      site: testSite.url,
      paymob: testSite.paymob.url,
      control: mockControl,
      person: buildPerson(),
      billing,
    };
    const printed = execFileSync(
      'node_modules/.bin/tsx',
      [join(folder, 'program.ts'), JSON.stringify(given), '01-welcome.mp4'],
      { encoding: 'utf8', timeout: 90_000 },
    );
    expect(JSON.parse(printed)).toMatchObject({ status: 'paid', lesson: { played: true, positionSeconds: 2 } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
