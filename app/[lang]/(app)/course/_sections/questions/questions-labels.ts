import type { QuestionPage, ShownAnswer, ShownQuestion, Thread } from '@/lib/courses/questions/list-questions';

export const questionLabelKeys = [
  'ask', 'ask_help', 'send', 'sending', 'answer', 'answer_send', 'accept', 'unaccept', 'accepted', 'answered', 'answer_count', 'open', 'open_unanswered', 'question', 'back', 'empty', 'no_answers', 'edit', 'save', 'remove', 'deleted',
  'team', 'you', 'edited', 'hidden', 'failed', 'unreachable', 'unsent', 'loading', 'newer', 'older', 'earlier_answers', 'later_answers', 'pages',
] as const;

export type QuestionsLabels = Record<(typeof questionLabelKeys)[number], string>;

/** As JSON brings them: times are texts. */
export type WireQuestion = Omit<ShownQuestion, 'createdAt'> & { createdAt: string };
export type WireAnswer = Omit<ShownAnswer, 'createdAt'> & { createdAt: string };
export type WireList = Omit<QuestionPage, 'rows'> & { rows: WireQuestion[] };
export type WireThread = Omit<Thread, 'question' | 'answers'> & { question: WireQuestion; answers: WireAnswer[] };

/** One of the two is shown: the lesson's questions, or one with its answers. */
export type QuestionsView = { list: WireList } | { thread: WireThread } | { missing: true };

/** What the server has read for the address, and what a form sent back without JavaScript had typed. */
export interface QuestionsInitial { view: QuestionsView; typed: string; problem: string }

/** What is looked at; `question` null is the lesson's list. */
export interface QuestionsAddress { question: string | null; page: number }
