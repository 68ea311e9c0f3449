import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { readStoredJson, removeFromStorage, writeStorage } from '@/components/storage/browser-storage';
import { isEqual } from '@/lib/content/form/differences';
import type { Localised } from '@/lib/language';

export interface PlannedLesson {
  file: string;
  name: Localised;
  freePreview: boolean;
  durationSeconds: number;
}
export interface PlannedChapter {
  title: Localised;
  lessons: PlannedLesson[];
}
export interface LessonPosition {
  chapter: number;
  lesson: number;
}

export function moveLesson(
  chapters: readonly PlannedChapter[],
  from: LessonPosition,
  by: 1 | -1,
): { chapters: PlannedChapter[]; to: LessonPosition } | null {
  const chapter = chapters[from.chapter];
  if (!chapter) return null;
  const next = from.lesson + by;
  if (next >= 0 && next < chapter.lessons.length)
    return placeLesson(chapters, from, { chapter: from.chapter, lesson: next });
  const neighbour = chapters[from.chapter + by];
  if (!neighbour) return null;
  return placeLesson(chapters, from, { chapter: from.chapter + by, lesson: by === 1 ? 0 : neighbour.lessons.length });
}

export function moveLessonTo(
  chapters: readonly PlannedChapter[],
  from: LessonPosition,
  to: LessonPosition,
): PlannedChapter[] {
  const shifted = from.chapter === to.chapter && from.lesson < to.lesson ? { ...to, lesson: to.lesson - 1 } : to;
  return placeLesson(chapters, from, shifted).chapters;
}

function placeLesson(
  chapters: readonly PlannedChapter[],
  from: LessonPosition,
  to: LessonPosition,
): { chapters: PlannedChapter[]; to: LessonPosition } {
  const lesson = chapters[from.chapter]?.lessons[from.lesson];
  if (!lesson) return { chapters: [...chapters], to: from };
  const without = chapters.map((chapter, index) =>
    index === from.chapter ? { ...chapter, lessons: chapter.lessons.toSpliced(from.lesson, 1) } : chapter,
  );
  return {
    to,
    chapters: without.map((chapter, index) =>
      index === to.chapter ? { ...chapter, lessons: chapter.lessons.toSpliced(to.lesson, 0, lesson) } : chapter,
    ),
  };
}

export const lessonId = (file: string) => `lesson-${file}`;
export const removeChapterId = (index: number) => `remove-chapter-${index}`;
export const newChapterId = 'new-chapter';

export function useLessonPlan(initial: PlannedChapter[], onEdit: () => void) {
  const t = useTranslations('admin');
  const [chapters, setChapters] = useState(initial);
  const [dragged, setDragged] = useState<LessonPosition | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focusAfter = useFocusAfter();
  const putPlan = (next: PlannedChapter[]) => {
    setChapters(next);
    onEdit();
  };
  const moveLessonBy = (from: LessonPosition, by: 1 | -1) => {
    const file = chapters[from.chapter]?.lessons[from.lesson]?.file;
    const moved = moveLesson(chapters, from, by);
    if (!moved || file === undefined) return;
    focusAfter([{ id: lessonId(file), button: by === 1 ? t('move_down') : t('move_up') }]);
    putPlan(moved.chapters);
    setAnnouncement(`${t('moved_to')} ${moved.to.chapter + 1}.${moved.to.lesson + 1}`);
  };
  const dropLesson = (to: LessonPosition) => {
    if (dragged) putPlan(moveLessonTo(chapters, dragged, to));
    setDragged(null);
  };
  const changeChapter = (index: number, chapter: PlannedChapter) => putPlan(chapters.with(index, chapter));
  const removeLesson = ({ chapter: index, lesson }: LessonPosition) => {
    const chapter = chapters[index];
    if (!chapter) return;
    const neighbours = [chapter.lessons[lesson + 1], chapter.lessons[lesson - 1]].filter((each) => each !== undefined);
    focusAfter([
      ...neighbours.map(({ file }) => ({ id: lessonId(file), button: t('remove_lesson') })),
      { id: removeChapterId(index) },
    ]);
    changeChapter(index, { ...chapter, lessons: chapter.lessons.toSpliced(lesson, 1) });
  };
  const removeChapter = (index: number) => {
    focusAfter([{ id: newChapterId }]);
    putPlan(chapters.toSpliced(index, 1));
  };
  const undoEdits = (saved: PlannedChapter[], first: string) => {
    focusAfter([{ id: lessonId(first), button: t('remove_lesson') }]);
    putPlan(saved);
  };
  return {
    chapters,
    setChapters,
    announcement,
    putPlan,
    moveLessonBy,
    setDragged,
    dropLesson,
    changeChapter,
    removeLesson,
    removeChapter,
    undoEdits,
  };
}

interface FocusTarget {
  id: string;
  button?: string;
}

/** Returns a function that sets the focus after the next render: moving or removing an element drops its focus. */
function useFocusAfter(): (places: FocusTarget[]) => void {
  const targets = useRef<FocusTarget[]>([]);
  useLayoutEffect(() => {
    const element = targets.current.map(elementAt).find(Boolean);
    targets.current = [];
    element?.focus();
  });
  return (places) => {
    targets.current = places;
  };
}

function elementAt({ id, button }: FocusTarget): HTMLElement | null | undefined {
  const element = document.getElementById(id);
  return button === undefined
    ? element
    : [...(element?.querySelectorAll('button') ?? [])].find((each) =>
        each.getAttribute('aria-label')?.startsWith(`${button}:`),
      );
}

export const lessonsOf = (chapters: readonly PlannedChapter[]): PlannedLesson[] =>
  chapters.flatMap(({ lessons }) => lessons);

const editableParts = (chapters: readonly PlannedChapter[]) =>
  chapters
    .filter(({ lessons }) => lessons.length > 0)
    .map(({ title, lessons }) => [title, lessons.map(({ file, name, freePreview }) => [file, name, freePreview])]);

export interface SavedPlan {
  chapters: PlannedChapter[];
  version: string;
}
interface EditedPlan {
  chapters: PlannedChapter[];
  /** The plan that the edits are based on. */
  saved: SavedPlan;
}

/** Merges newly uploaded lessons into the edited plan. Other changes conflict when the plan is saved. */
export function rebasePlan(edited: EditedPlan, newest: SavedPlan): EditedPlan {
  const chapters =
    edited.saved.version === newest.version
      ? edited.chapters
      : addUploadedLessons(edited.chapters, edited.saved.chapters, newest.chapters);
  return chapters ? { chapters, saved: newest } : edited;
}

export function useStoredPlan(key: string, { chapters, saved }: EditedPlan, onRestore: (kept: EditedPlan) => void) {
  const [isOpened, setOpened] = useState(false);
  const open = useEffectEvent(() => {
    const kept = readStoredJson(key) as EditedPlan | null;
    setOpened(true);
    if (kept) onRestore(kept);
  });
  // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser's storage exists only after the first paint
  useEffect(() => open(), []);
  useEffect(() => {
    if (!isOpened) return;
    if (chapters === saved.chapters) removeFromStorage(key);
    else writeStorage(key, JSON.stringify({ chapters, saved }));
  }, [isOpened, key, chapters, saved]);
}

/** @returns null if another admin changed anything but uploads */
function addUploadedLessons(
  mine: readonly PlannedChapter[],
  before: readonly PlannedChapter[],
  now: readonly PlannedChapter[],
): PlannedChapter[] | null {
  const knownFiles = new Set(lessonsOf(before).map(({ file }) => file));
  const isNew = ({ file }: PlannedLesson) => !knownFiles.has(file);
  const withoutNew = now.map((chapter) => ({
    ...chapter,
    lessons: chapter.lessons.filter((lesson) => !isNew(lesson)),
  }));
  if (!isEqual(editableParts(withoutNew), editableParts(before))) return null;
  return now.reduce<PlannedChapter[]>(
    (plan, chapter, index) => {
      const arrived = chapter.lessons.filter(isNew);
      if (arrived.length === 0) return plan;
      const place = findChapterIndex(chapter, plan, index);
      if (place < 0) return [{ title: chapter.title, lessons: arrived }];
      return plan.map((planned, index) =>
        index === place ? { ...planned, lessons: [...planned.lessons, ...arrived] } : planned,
      );
    },
    [...mine],
  );
}

function findChapterIndex({ title, lessons }: PlannedChapter, plan: readonly PlannedChapter[], index: number): number {
  const sameTitle = plan.flatMap((chapter, index) => (isEqual(chapter.title, title) ? [index] : []));
  if (sameTitle.length === 1) return sameTitle[0]!;
  const holding = lessons
    .map(({ file }) => plan.findIndex((chapter) => chapter.lessons.some((lesson) => lesson.file === file)))
    .filter((at) => at >= 0);
  return holding.at(-1) ?? Math.min(index, plan.length - 1);
}
