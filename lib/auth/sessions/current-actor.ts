import 'server-only';
import { cache } from 'react';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { isLearner, type Actor } from '@/lib/actor';
import { defaultLanguage } from '@/lib/language';
import { visitorOf } from './actor-of';

/** One look-up a page, however many components ask, and its guard before them. */
export const currentActor = cache(async (): Promise<Actor | null> => visitorOf(await headers()));

/** G1, G4: redirects a visitor or guest to sign-in, with the wanted path. */
export async function requireLearner(wantedPath: string): Promise<Actor> {
  const actor = await currentActor();
  if (!isLearner(actor)) redirect(`/${defaultLanguage}/login?next=${encodeURIComponent(wantedPath)}`);
  return actor;
}

/** G2: redirects a learner away from the sign-in pages; a guest stays, to sign up. */
export async function requireVisitor(lang: string): Promise<Actor | null> {
  const actor = await currentActor().catch(() => null);
  if (isLearner(actor)) redirect(`/${lang}/home`);
  return actor;
}
