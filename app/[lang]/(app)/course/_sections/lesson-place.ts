import type { Language } from '@/lib/language';

/** Where a section stands, for its calls and links. */
export interface LessonPlace { userId: string; courseSlug: string; lesson: string; lang: Language; /** The lesson's page without a query. */ path: string }

export const sectionNames = ['notes', 'questions', 'attachments', 'offline'] as const;
export type SectionName = (typeof sectionNames)[number];

export const isSectionName = (name: string | undefined): name is SectionName => (sectionNames as readonly string[]).includes(name ?? '');
