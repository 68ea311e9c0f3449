import { TestAuthenticator } from '../../tests/support/authenticator';
import { requestJson } from '../http';
import { type BenchUser, password, signUp } from '../users';
import type { World } from '../world';
import { fetchCsrfToken } from './public-samples';
import type { Sample, Samples } from './sample';

interface Options {
  challenge: string;
}
interface Owner {
  person: BenchUser;
  passkey: TestAuthenticator;
  passkeyId: string;
}

const readSite = ({ env }: World) => ({ origin: env.SITE_URL ?? '', rpId: 'localhost' });

async function createCredential(world: World, person: BenchUser, passkey: TestAuthenticator) {
  const options = await requestJson<Options>(
    world.port,
    '/auth/passkey/register-options',
    { currentPassword: password },
    person.headers,
  );
  return passkey.create(options, readSite(world));
}

async function createOwner(world: World): Promise<Owner> {
  const [person, passkey] = [await signUp(world), new TestAuthenticator()];
  const credential = await createCredential(world, person, passkey);
  const { id } = await requestJson<{ id: string }>(
    world.port,
    '/auth/passkey/register',
    { credential },
    person.headers,
  );
  return { person, passkey, passkeyId: id };
}

async function sampleForOwner(world: World, body: object): Promise<Sample> {
  const { person, passkeyId } = await createOwner(world);
  return { as: person, params: { passkeyId }, body };
}

export const passkeySamples: Samples = {
  'POST /auth/passkey/register': async ({ world }) => {
    const person = await signUp(world);
    return { as: person, body: { credential: await createCredential(world, person, new TestAuthenticator()) } };
  },
  'POST /auth/passkey/sign-in-options': async ({ world }) => ({
    headers: { cookie: (await fetchCsrfToken(world)).cookie },
  }),
  'POST /auth/passkey/register-options': async ({ world }) => ({ as: await signUp(world), body: {} }),
  'POST /auth/passkey/step-up-options': async ({ world }) => ({ as: (await createOwner(world)).person, body: {} }),
  'POST /auth/passkey/step-up': async ({ world }) => {
    const { person, passkey } = await createOwner(world);
    const options = await requestJson<Options>(world.port, '/auth/passkey/step-up-options', {}, person.headers);
    return { as: person, body: { credential: passkey.show(options, readSite(world)) } };
  },
  'POST /auth/loginWithPasskey': async ({ world }) => {
    const { passkey } = await createOwner(world);
    const { cookie } = await fetchCsrfToken(world);
    const options = await requestJson<Options>(world.port, '/auth/passkey/sign-in-options', {}, { cookie });
    return { as: null, headers: { cookie }, body: { credential: passkey.show(options, readSite(world)) } };
  },
  'GET /api/user/[userId]/passkeys': {},
  'POST /api/user/[userId]/passkeys/[passkeyId]/rename': ({ world }) => sampleForOwner(world, { name: 'A name' }),
  'POST /api/user/[userId]/passkeys/[passkeyId]/remove': ({ world }) => sampleForOwner(world, {}),
};
