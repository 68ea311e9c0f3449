import { useLayoutEffect, useRef, useState } from 'react';
import { moveLesson, moveLessonTo, type LessonPlace, type PlannedChapter } from './move-lesson';

/** Ids of what takes the focus after a change. */
export const lessonId = (file: string) => `lesson-${file}`;
export const removeChapterId = (index: number) => `remove-chapter-${index}`;
export const newChapterId = 'new-chapter';

interface Labels { up: string; down: string; moved: string; remove_lesson: string }

/** The chapters while they are changed: what is moved by hand or by key, and where the focus goes with it. @param onEdit called with each change */
export function useLessonPlan(initial: PlannedChapter[], labels: Labels, onEdit: () => void) {
  const [chapters, setChapters] = useState(initial);
  const [dragged, drag] = useState<LessonPlace | null>(null);
  const [said, say] = useState('');
  const focusAfter = useFocusAfter();
  const put = (next: PlannedChapter[]) => {
    setChapters(next);
    onEdit();
  };
  const step = (from: LessonPlace, by: 1 | -1) => {
    const file = chapters[from.chapter]?.lessons[from.lesson]?.file;
    const moved = moveLesson(chapters, from, by);
    if (!moved || file === undefined) return;
    focusAfter([{ id: lessonId(file), button: by === 1 ? labels.down : labels.up }]);
    put(moved.chapters);
    say(`${labels.moved} ${moved.to.chapter + 1}.${moved.to.lesson + 1}`);
  };
  const drop = (to: LessonPlace) => {
    if (dragged) put(moveLessonTo(chapters, dragged, to));
    drag(null);
  };
  const change = (index: number, chapter: PlannedChapter) => put(chapters.with(index, chapter));
  const remove = ({ chapter: index, lesson }: LessonPlace) => {
    const chapter = chapters[index];
    if (!chapter) return;
    const neighbours = [chapter.lessons[lesson + 1], chapter.lessons[lesson - 1]].filter((each) => each !== undefined);
    focusAfter([...neighbours.map(({ file }) => ({ id: lessonId(file), button: labels.remove_lesson })), { id: removeChapterId(index) }]);
    change(index, { ...chapter, lessons: chapter.lessons.toSpliced(lesson, 1) });
  };
  const removeChapter = (index: number) => {
    focusAfter([{ id: newChapterId }]);
    put(chapters.toSpliced(index, 1));
  };
  /** @param first of the lessons that come back, the file */
  const undo = (saved: PlannedChapter[], first: string) => {
    focusAfter([{ id: lessonId(first), button: labels.remove_lesson }]);
    put(saved);
  };
  return { chapters, setChapters, said, put, step, drag, drop, change, remove, removeChapter, undo };
}

/** An element, or of its buttons the one whose label begins so. */
interface Place { id: string; button?: string }

/** For what is pressed and leaves the document, or changes its place in it, of which a browser drops the focus: it goes to the first of these that is there. */
function useFocusAfter(): (places: Place[]) => void {
  const wanted = useRef<Place[]>([]);
  useLayoutEffect(() => {
    const element = wanted.current.map(elementAt).find(Boolean);
    wanted.current = [];
    element?.focus();
  });
  return (places) => {
    wanted.current = places;
  };
}

function elementAt({ id, button }: Place): HTMLElement | null | undefined {
  const element = document.getElementById(id);
  return button === undefined ? element : [...(element?.querySelectorAll('button') ?? [])].find((each) => each.getAttribute('aria-label')?.startsWith(`${button}:`));
}
