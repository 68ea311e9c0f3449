import 'server-only';
import { cache } from 'react';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { defaultLanguage } from '@/lib/language';
import { isLearner, type Actor } from '@/lib/permissions';
import { actorOfPage } from './actor-of';

export const currentActor = cache(async (): Promise<Actor | null> => actorOfPage(await headers()));

export async function requireLearner(wantedPath: string): Promise<Actor> {
  const actor = await currentActor();
  if (!isLearner(actor)) redirect(`/${defaultLanguage}/login?next=${encodeURIComponent(wantedPath)}`);
  return actor;
}

export async function redirectLearnerHome(lang: string): Promise<Actor | null> {
  const actor = await currentActor().catch(() => null);
  if (isLearner(actor)) redirect(`/${lang}/home`);
  return actor;
}
