import 'server-only';
import { cache } from 'react';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { isLearner, type Actor } from '@/lib/actor';
import { defaultLanguage } from '@/lib/language';
import { actorOfHeaders } from './actor-of';

/** Once a request, however many parts of a page ask. */
export const currentActor = cache(async (): Promise<Actor | null> => actorOfHeaders(new Headers(await headers())));

/** Rows G1 and G4: a visitor or guest is sent to sign in, the wanted path kept. */
export async function requireLearner(wantedPath: string): Promise<Actor> {
  const actor = await currentActor();
  if (!isLearner(actor)) redirect(`/${defaultLanguage}/login?next=${encodeURIComponent(wantedPath)}`);
  return actor;
}

/** Row G2: a learner has no business on the pages of the way in; a guest stays, that is where it signs up. */
export async function requireVisitor(lang: string): Promise<Actor | null> {
  const actor = await currentActor().catch(() => null);
  if (isLearner(actor)) redirect(`/${lang}/home`);
  return actor;
}
