import { askJson } from '../ask';
import { newEmail } from '../people';
import { bounceToken, type World } from '../world';
import { mailKey, newConfirmed } from './learner-samples';
import type { Sample, Samples, Scene } from './sample';

const letter = { lang: 'en', subject: 'A subject', preview: '', html: `<p>${'A sentence of a newsletter. '.repeat(100)}</p>`, readerLang: null, courseSlug: null, courseOwners: true };

export async function newsletterId({ world, admin }: Scene): Promise<string> {
  return (await askJson<{ id: string }>(world.port, '/api/admin/newsletters', letter, admin.headers)).id;
}

async function mailedToken(world: World): Promise<string> {
  const email = newEmail();
  await askJson(world.port, '/api/newsletter/subscribe', { email });
  return /token=(\S+)/.exec(await world.mailTo(email, /token=/))?.[1] ?? '';
}

const ofNewsletter = (more: Sample = {}) => async (scene: Scene): Promise<Sample> => ({ ...more, params: { id: await newsletterId(scene) } });
const unsubscribeLink = ({ world }: Scene): Promise<Sample> => Promise.resolve({ query: `?reader=none&letter=none&key=${mailKey(world, 'unsubscribe-newsletter', 'none none')}` });

export const newsletterSamples: Samples = {
  'POST /api/newsletter/subscribe': () => Promise.resolve({ body: { email: newEmail() } }),
  'POST /api/newsletter/confirm': async ({ world }) => ({ body: { token: await mailedToken(world) } }),
  'GET /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/bounces': () => Promise.resolve({ headers: { authorization: `Bearer ${bounceToken}` }, body: { email: newEmail(), reason: 'No such mailbox' } }),
  'POST /api/user/[userId]/profile/newsletter': async ({ world }) => ({ as: await newConfirmed(world), body: { newsletter: 'on', newsletterLang: 'en' } }),
  'GET /api/admin/newsletters': {},
  'POST /api/admin/newsletters': { body: letter },
  'GET /api/admin/newsletters/[id]': ofNewsletter(),
  'PUT /api/admin/newsletters/[id]': ofNewsletter({ body: letter }),
  'DELETE /api/admin/newsletters/[id]': ofNewsletter(),
  'GET /api/admin/newsletters/[id]/preview': ofNewsletter(),
  'POST /api/admin/newsletters/[id]/test': ofNewsletter(),
  'POST /api/admin/newsletters/[id]/send': ofNewsletter({ body: { sendAt: '2100-01-01T00:00:00Z' } }),
  'POST /api/admin/newsletters/[id]/stop': async (scene) => {
    const id = await newsletterId(scene);
    await askJson(scene.world.port, `/api/admin/newsletters/${id}/send`, { sendAt: '2100-01-01T00:00:00Z' }, scene.admin.headers);
    return { params: { id } };
  },
  // Measured as it is refused: no call pauses a newsletter.
  'POST /api/admin/newsletters/[id]/continue': ofNewsletter(),
  'POST /api/admin/newsletters/[id]/take-back': ofNewsletter(),
};
