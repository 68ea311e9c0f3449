import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { defaultLanguage } from '@/lib/language';
import { type Actor, isLearner } from '@/lib/permissions';
import { readActorOfPage } from './actor-of';

export const readCurrentActor = cache(async (): Promise<Actor | null> => readActorOfPage(await headers()));

export async function requireLearner(wantedPath: string): Promise<Actor> {
  const actor = await readCurrentActor();
  if (!isLearner(actor)) redirect(`/${defaultLanguage}/login?next=${encodeURIComponent(wantedPath)}`);
  return actor;
}

export async function redirectLearner(lang: string, next: string | null): Promise<Actor | null> {
  const actor = await readCurrentActor().catch(() => null);
  if (isLearner(actor)) redirect(next ?? `/${lang}/home`);
  return actor;
}
