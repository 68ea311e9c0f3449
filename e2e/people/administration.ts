import { authenticator } from 'otplib';
import type { Session } from './account';
import { newLearner } from './account';
import { newAdministrator } from './administrator';
import { freshEmail, newPerson } from './person';
import { call, callJson, world } from './place';
import { askToPay, endPayment } from './purchase';

interface Administration { /** An administrator with a second factor. */ administrator: Session; /** Every page, after the language. */ pages: string[] }

/** Long names and addresses, since these are what makes a table wide. */
const buyer = () => ({ ...newPerson(), name: 'عبد الرحمن محمد عبد اللطيف الشرقاوي', email: freshEmail('abdelrahman.abdellatif.elsharkawy') });

/** Something on every page of administration: a refund asked for, a declined order, one that waits, an enquiry, feedback, and devices. */
export async function busyAdministration(): Promise<Administration> {
  const administrator = await newAdministrator();
  const { secret } = await callJson<{ secret: string }>(`${world.url}/auth/totp/enrol`, { headers: administrator.headers, body: {} });
  await call(`${world.url}/auth/totp/confirm`, { headers: administrator.headers, body: { code: authenticator.generate(secret) } });
  const learner = await newLearner('course-nextjs', world, buyer());
  const { userId, headers } = learner;
  const [paid] = await callJson<Array<{ orderId: string }>>(`${world.url}/api/user/${userId}/profile/getMyPayments`, { headers });
  await call(`${world.url}/api/user/${userId}/feedback/nextjs-from-zero`, { headers, body: { rating: 4, answers: {} } });
  await call(`${world.url}/api/payment/${userId}/orders/${paid?.orderId}/refund`, { headers, body: { reason: 'ليست مناسبة لي، وكنت أظن أنها تبدأ من الصفر' } });
  await endPayment(await askToPay(learner, 'course-marketing'), 'declined');
  await askToPay(learner, 'course-mobile');
  await call(`${world.url}/api/contact`, { body: { fullName: 'Anneliese Müllerschön', email: freshEmail('anneliese'), phoneNumber: '4917612345678', message: 'Wann beginnt der nächste Kurs?' } });
  const pages = [
    '', '/orders', `/orders/${paid?.orderId}`, '/learners', `/learners/${userId}`, '/courses', '/courses/nextjs-from-zero', '/articles', '/articles/new',
    '/articles/fast-website-in-egypt', '/enquiries', '/feedback', '/audit', '/health',
  ];
  return { administrator, pages: pages.map((page) => `admin${page}`) };
}
