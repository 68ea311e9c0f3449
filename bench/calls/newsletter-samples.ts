import { requestJson } from '../http';
import { newEmail } from '../users';
import { bounceToken, type World } from '../world';
import { mailKey, newConfirmedUser } from './learner-samples';
import type { Sample, Samples, Scene } from './sample';

const newNewsletter = {
  lang: 'en',
  subject: 'A subject',
  preview: '',
  html: `<p>${'A sentence of a newsletter. '.repeat(100)}</p>`,
  readerLang: null,
  courseSlug: null,
  courseOwners: true,
};

export async function newsletterId({ world, admin }: Scene): Promise<string> {
  return (await requestJson<{ id: string }>(world.port, '/api/admin/newsletters', newNewsletter, admin.headers)).id;
}

async function mailedToken(world: World): Promise<string> {
  const email = newEmail();
  await requestJson(world.port, '/api/newsletter/subscribe', { email });
  return /token=(\S+)/.exec(await world.mailTo(email, /token=/))?.[1] ?? '';
}

const newsletterSample =
  (more: Sample = {}) =>
  async (scene: Scene): Promise<Sample> => ({ ...more, params: { id: await newsletterId(scene) } });
const unsubscribeLink = ({ world }: Scene): Promise<Sample> =>
  Promise.resolve({ query: `?reader=none&letter=none&key=${mailKey(world, 'unsubscribe-newsletter', 'none none')}` });

export const newsletterSamples: Samples = {
  'POST /api/newsletter/subscribe': () => Promise.resolve({ body: { email: newEmail() } }),
  'POST /api/newsletter/confirm': async ({ world }) => ({ body: { token: await mailedToken(world) } }),
  'GET /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/bounces': () =>
    Promise.resolve({
      headers: { authorization: `Bearer ${bounceToken}` },
      body: { email: newEmail(), reason: 'No such mailbox' },
    }),
  'POST /api/user/[userId]/profile/newsletter': async ({ world }) => ({
    as: await newConfirmedUser(world),
    body: { newsletter: 'on', newsletterLang: 'en' },
  }),
  'GET /api/admin/newsletters': {},
  'POST /api/admin/newsletters': { body: newNewsletter },
  'GET /api/admin/newsletters/[id]': newsletterSample(),
  'PUT /api/admin/newsletters/[id]': newsletterSample({ body: newNewsletter }),
  'DELETE /api/admin/newsletters/[id]': newsletterSample(),
  'GET /api/admin/newsletters/[id]/preview': newsletterSample(),
  'POST /api/admin/newsletters/[id]/test': newsletterSample(),
  'POST /api/admin/newsletters/[id]/send': newsletterSample({ body: { sendAt: '2100-01-01T00:00:00Z' } }),
  'POST /api/admin/newsletters/[id]/stop': async (scene) => {
    const id = await newsletterId(scene);
    await requestJson(
      scene.world.port,
      `/api/admin/newsletters/${id}/send`,
      { sendAt: '2100-01-01T00:00:00Z' },
      scene.admin.headers,
    );
    return { params: { id } };
  },
  // Measures the refusal, because no call can pause a newsletter.
  'POST /api/admin/newsletters/[id]/continue': newsletterSample(),
  'POST /api/admin/newsletters/[id]/take-back': newsletterSample(),
};
