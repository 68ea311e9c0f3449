import type { formState } from '../../../_account/form-state';
import type { Actor } from '@/lib/actor';

/** What every part of the profile gets. A part is awaited before anything is sent, so it may fail as a whole (row G5). */
export interface SectionProps { actor: Actor; state: Awaited<ReturnType<typeof formState>> }
