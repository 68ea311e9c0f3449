import type { Language } from '@/lib/language';

/** Where a section stands, for its calls and links. */
export interface LessonPlace { userId: string; courseSlug: string; lesson: string; lang: Language; /** The lesson's page without a query. */ path: string }

export type SectionName = 'notes' | 'questions' | 'attachments' | 'offline';
