import { requestJson } from '../http';
import { createEmail } from '../users';
import { bounceToken, type World } from '../world';
import { createConfirmedUser, deriveMailKey } from './learner-samples';
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

export async function createNewsletter({ world, admin }: Scene): Promise<string> {
  return (await requestJson<{ id: string }>(world.port, '/api/admin/newsletters', newNewsletter, admin.headers)).id;
}

async function requestToken(world: World): Promise<string> {
  const email = createEmail();
  await requestJson(world.port, '/api/newsletter/subscribe', { email });
  return /token=(\S+)/.exec(await world.waitForMail(email, /token=/))?.[1] ?? '';
}

const sampleForNewsletter =
  (more: Sample = {}) =>
  async (scene: Scene): Promise<Sample> => ({ ...more, params: { id: await createNewsletter(scene) } });
const unsubscribeLink = ({ world }: Scene): Promise<Sample> =>
  Promise.resolve({
    query: `?reader=none&letter=none&key=${deriveMailKey(world, 'unsubscribe-newsletter', 'none none')}`,
  });

export const newsletterSamples: Samples = {
  'POST /api/newsletter/subscribe': () => Promise.resolve({ body: { email: createEmail() } }),
  'POST /api/newsletter/confirm': async ({ world }) => ({ body: { token: await requestToken(world) } }),
  'GET /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/bounces': () =>
    Promise.resolve({
      headers: { authorization: `Bearer ${bounceToken}` },
      body: { email: createEmail(), reason: 'No such mailbox' },
    }),
  'POST /api/user/[userId]/profile/newsletter': async ({ world }) => ({
    as: await createConfirmedUser(world),
    body: { newsletter: 'on', newsletterLang: 'en' },
  }),
  'GET /api/admin/newsletters': {},
  'POST /api/admin/newsletters': { body: newNewsletter },
  'GET /api/admin/newsletters/[id]': sampleForNewsletter(),
  'PUT /api/admin/newsletters/[id]': sampleForNewsletter({ body: newNewsletter }),
  'DELETE /api/admin/newsletters/[id]': sampleForNewsletter(),
  'GET /api/admin/newsletters/[id]/preview': sampleForNewsletter(),
  'POST /api/admin/newsletters/[id]/test': sampleForNewsletter(),
  'POST /api/admin/newsletters/[id]/send': sampleForNewsletter({ body: { sendAt: '2100-01-01T00:00:00Z' } }),
  'POST /api/admin/newsletters/[id]/stop': async (scene) => {
    const id = await createNewsletter(scene);
    await requestJson(
      scene.world.port,
      `/api/admin/newsletters/${id}/send`,
      { sendAt: '2100-01-01T00:00:00Z' },
      scene.admin.headers,
    );
    return { params: { id } };
  },
  // Measures the refusal, because no call can pause a newsletter.
  'POST /api/admin/newsletters/[id]/continue': sampleForNewsletter(),
  'POST /api/admin/newsletters/[id]/take-back': sampleForNewsletter(),
};
