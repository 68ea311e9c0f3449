import type { Actor } from '@/lib/actor';
import type { SavedForm } from '@/lib/api/saved-form';
import type { formState } from '../../../_account/form-state';

/** What every part of the profile gets. A part is awaited before anything is sent, so it may fail as a whole (row G5). */
export interface SectionProps { actor: Actor; state: Awaited<ReturnType<typeof formState>> }

/** What was typed into a field of a refused form; undefined when there is none. */
export function typedIn(saved: SavedForm | null, name: string): string | undefined {
  const typed = saved?.fields[name];
  return typeof typed === 'string' ? typed : undefined;
}
