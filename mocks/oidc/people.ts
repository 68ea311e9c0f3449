import { createHash } from 'node:crypto';

export type Provider = 'google' | 'linkedin';

/** Who signs in, as the provider knows them. */
export interface Person { email: string; name: string; emailVerified: boolean; sub?: string | undefined; picture?: string | undefined }

/** People to choose from on the sign-in page; any other may be typed. */
export const people: readonly Person[] = [
  { email: 'mona.adel@gmail.example', name: 'Mona Adel', emailVerified: true },
  { email: 'omar.nabil@gmail.example', name: 'عمر نبيل', emailVerified: true },
  { email: 'learner@midan.example', name: 'Midan Learner', emailVerified: true },
  { email: 'unproven@gmail.example', name: 'Unproven Address', emailVerified: false },
];

/** The same email address is the same person at a provider, and another at the other one. */
export function subjectOf(provider: Provider, person: Person): string {
  if (person.sub) return person.sub;
  const digest = createHash('sha256').update(`${provider}:${person.email.toLowerCase()}`).digest('hex');
  return provider === 'google' ? BigInt(`0x${digest.slice(0, 18)}`).toString().padStart(21, '1').slice(0, 21) : digest.slice(0, 10);
}

/** The claims each provider puts into an id_token; LinkedIn writes its booleans as text and leaves the nonce out. */
export function claimsOf(provider: Provider, person: Person): Record<string, unknown> {
  const [given = person.name, ...rest] = person.name.split(' ');
  const claims = {
    sub: subjectOf(provider, person),
    name: person.name,
    given_name: given,
    family_name: rest.join(' '),
    email: person.email,
    ...(person.picture && { picture: person.picture }),
  };
  if (provider === 'google') return { ...claims, email_verified: person.emailVerified };
  return { ...claims, email_verified: String(person.emailVerified), locale: 'en_US' };
}
