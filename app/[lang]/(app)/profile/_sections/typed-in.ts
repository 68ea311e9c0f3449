import type { SavedForm } from '@/lib/api/saved-form';

/** What was typed into a field of a refused form; undefined when there is none. */
export function typedIn(saved: SavedForm | null, name: string): string | undefined {
  const typed = saved?.fields[name];
  return typeof typed === 'string' ? typed : undefined;
}
