import type { AttachmentView } from '@/components/course/attachment-list';
import type { OfflineQuality } from '@/components/offline/store/database';
import type { Language } from '@/lib/language';
import type { QuestionPage, ShownAnswer, ShownQuestion, Thread } from '@/lib/lessons/questions/list-questions';

export interface LessonPlace {
  userId: string;
  courseSlug: string;
  lesson: string;
  lang: Language;
  path: string;
}

export type SectionName = 'notes' | 'questions' | 'attachments' | 'offline';

export interface NoteView {
  id: string;
  positionSeconds: number;
  text: string;
  url: string;
}

export interface NotesInitial {
  notes: NoteView[];
  typed: { positionSeconds: string; text: string };
  error: string;
}

export type WireQuestion = Omit<ShownQuestion, 'createdAt'> & { createdAt: string };
export type WireAnswer = Omit<ShownAnswer, 'createdAt'> & { createdAt: string };
export type WireList = Omit<QuestionPage, 'rows'> & { rows: WireQuestion[] };
export type WireThread = Omit<Thread, 'question' | 'answers'> & { question: WireQuestion; answers: WireAnswer[] };

export type QuestionsView = { list: WireList } | { thread: WireThread } | { missing: true };

export interface QuestionsInitial {
  view: QuestionsView;
  typed: string;
  error: string;
}

export interface QuestionsQuery {
  question: string | null;
  page: number;
}

export interface AttachmentsInitial {
  attachments: AttachmentView[];
}

export interface DownloadChoice {
  quality: OfflineQuality;
  bytes: number;
}
