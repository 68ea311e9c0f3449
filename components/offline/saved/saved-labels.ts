import type { SizeUnits } from '@/lib/i18n/formats';

export const savedLabelKeys = [
  'loading',
  'none',
  'none_help',
  'my_courses',
  'not_here',
  'open',
  'opened',
  'remove',
  'remove_all',
  'remove_all_sure',
  'keep_all',
  'unfinished',
  'ends_on',
  'saved_on',
  'quality_240p',
  'quality_audio',
  'contact_needed',
  'removed',
  'no_longer_open',
  'problem_unsupported',
  'problem_storage',
  'try_again',
  'lesson_page',
] as const;

export type SavedLabels = Record<(typeof savedLabelKeys)[number], string> & { units: SizeUnits };
