'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type SavedView, savedView } from '@/components/offline/saved-view';
import { isComplete, lessonId } from '@/components/offline/store/database';
import { readOwner } from '@/components/offline/store/lessons';
import { Controls } from '@/components/player/controls/controls';
import { LessonPlayer } from '@/components/player/lesson-player';
import type { PlayerLabels } from '@/components/player/player-data';
import { LessonProgress } from '@/components/player/progress/lesson-progress';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { fileSizeText, formatDay } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import type { SavedLabels } from './saved-labels';
import { type SavedLessonEntry, useSavedLessons } from './use-saved-lessons';
import styles from './saved-lessons.module.css';

interface Props {
  lang: Language;
  labels: SavedLabels;
  playerLabels: PlayerLabels;
}

interface OpenView {
  id: string;
  view: SavedView;
}

function takeWantedPage(): { id: string | null } | null {
  const path = new URLSearchParams(location.search).get('wanted');
  if (path === null) return null;
  const [, , place, slug = '', file = ''] = path.split('/').map(decodeURIComponent);
  return { id: place === 'course' ? lessonId(slug, file) : null };
}

const findPlayable = (id: string, among: readonly SavedLessonEntry[]) =>
  among.find(({ saved, availability }) => saved.id === id && availability === 'playable' && isComplete(saved));

export function SavedLessons({ lang, labels, playerLabels }: Props) {
  const [opened, setOpened] = useState<OpenView | null>(null);
  const [notice, setNotice] = useState('');
  const showLesson = async (id: string, entries: readonly SavedLessonEntry[]) => {
    const owner = await readOwner().catch(() => null);
    if (!owner && entries.length > 0) return setNotice(labels.problem_storage);
    const entry = findPlayable(id, entries);
    if (entry && owner) {
      setNotice('');
      setOpened({ id, view: savedView(owner, entry.saved, entry.details) });
    } else
      setNotice(
        entries.find(({ saved }) => saved.id === id)?.availability === 'contact-needed'
          ? labels.contact_needed
          : labels.no_longer_open,
      );
  };
  const { shelf, refreshShelf, remove, removeAll } = useSavedLessons((entries) => {
    const wanted = takeWantedPage();
    if (!wanted) return;
    history.replaceState(null, '', location.pathname);
    if (wanted.id !== null && findPlayable(wanted.id, entries)) void showLesson(wanted.id, entries);
    else setNotice(labels.not_here);
  });
  const entries = shelf.phase === 'ready' ? shelf.entries : [];
  const reportStorageProblem = () => setNotice(labels.problem_storage);
  const openLesson = async (id: string) => showLesson(id, await refreshShelf().catch(() => entries));

  const player = useRef<HTMLElement>(null);
  useEffect(() => {
    player.current?.scrollIntoView({ block: 'start' });
    player.current?.focus({ preventScroll: true });
  }, [opened]);

  const place = useRef<HTMLDivElement>(null);
  const willRemove = useFocusAfterRemoval(place, entries.length);

  const current = opened && findPlayable(opened.id, entries) ? opened : null;
  if (shelf.phase === 'loading') return <p role="status">{labels.loading}</p>;
  if (shelf.phase === 'failed')
    return (
      <Notice
        tone="danger"
        alert
        actions={
          <Button size="small" onClick={() => void refreshShelf().catch(() => undefined)}>
            {labels.try_again}
          </Button>
        }
      >
        {labels.problem_storage}
      </Notice>
    );
  if (shelf.phase === 'unsupported')
    return (
      <Notice tone="danger" alert>
        {labels.problem_unsupported}
      </Notice>
    );
  return (
    <div ref={place} className={styles.shelf}>
      {shelf.wasRemoved && (
        <Notice tone="notice" alert>
          {labels.removed}
        </Notice>
      )}
      {notice && (
        <Notice tone="notice" alert>
          {notice}
        </Notice>
      )}
      {opened && !current && !notice && (
        <Notice tone="notice" alert>
          {labels.no_longer_open}
        </Notice>
      )}
      {current && (
        <section ref={player} className={styles.player} aria-label={current.view.name} tabIndex={-1}>
          <h2>{current.view.name}</h2>
          <LessonPlayer key={current.id} lesson={current.view} lang={lang} labels={playerLabels} controls={Controls}>
            <LessonProgress
              userId={current.view.userId}
              courseSlug={current.view.courseSlug}
              file={current.view.file}
              isSaved
            />
          </LessonPlayer>
        </section>
      )}
      {entries.length === 0 && (
        <EmptyState
          icon="download"
          title={<h2 tabIndex={-1}>{labels.none}</h2>}
          action={
            <ButtonLink href={`/${lang}/profile/myCourses`} prefetch={false}>
              {labels.my_courses}
            </ButtonLink>
          }
        >
          {labels.none_help}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ul className={styles.list}>
          {entries.map((entry, index) => (
            <SavedRow
              key={entry.saved.id}
              entry={entry}
              lang={lang}
              labels={labels}
              isOpen={current?.id === entry.saved.id}
              onOpen={() => void openLesson(entry.saved.id)}
              onRemove={() => {
                willRemove(index);
                remove(entry.saved.id).catch(reportStorageProblem);
              }}
            />
          ))}
        </ul>
      )}
      {entries.length > 0 && (
        <RemoveAll
          labels={labels}
          onRemove={() => {
            willRemove(0);
            removeAll().catch(reportStorageProblem);
          }}
        />
      )}
    </div>
  );
}

/** Moves the focus to the next row, because the focused button disappears with its row. */
function useFocusAfterRemoval(place: RefObject<HTMLElement | null>, count: number): (at: number) => void {
  const removed = useRef<{ at: number; of: number } | null>(null);
  useLayoutEffect(() => {
    if (!removed.current || count >= removed.current.of) return;
    const rows = place.current?.querySelectorAll('[data-lesson]') ?? [];
    const row = rows[Math.min(removed.current.at, rows.length - 1)];
    removed.current = null;
    (
      row?.querySelector<HTMLElement>('button:last-of-type') ??
      place.current?.querySelector<HTMLElement>('h2[tabindex]')
    )?.focus();
  }, [place, count]);
  return (at) => {
    removed.current = { at, of: count };
  };
}

function RemoveAll({ labels, onRemove }: { labels: SavedLabels; onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    if (isPressed.current) (isAsking ? place.current : place.current?.querySelector('button'))?.focus();
  }, [isAsking]);
  const askForRemoval = (isAsked: boolean) => {
    isPressed.current = true;
    setAsking(isAsked);
  };
  if (!isAsking)
    return (
      <div ref={place}>
        <Button variant="quiet" size="small" icon="trash" onClick={() => askForRemoval(true)}>
          {labels.remove_all}
        </Button>
      </div>
    );
  return (
    <div ref={place} className={styles.sure} role="group" aria-label={labels.remove_all_sure} tabIndex={-1}>
      <span>{labels.remove_all_sure}</span>
      <Button variant="danger" size="small" onClick={onRemove}>
        {labels.remove_all}
      </Button>
      <Button variant="quiet" size="small" onClick={() => askForRemoval(false)}>
        {labels.keep_all}
      </Button>
    </div>
  );
}

interface SavedRowProps {
  entry: SavedLessonEntry;
  lang: Language;
  labels: SavedLabels;
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

function SavedRow({ entry: { saved, details, availability }, lang, labels, isOpen, onOpen, onRemove }: SavedRowProps) {
  const formatSize = (bytes: number) => fileSizeText(bytes, lang, labels.units);
  const size = formatSize(saved.bytes);
  const formatTime = (atMs: number) => formatDay(new Date(atMs), lang);
  const facts = [
    labels[`quality_${saved.quality}`],
    size,
    labels.saved_on.replace('{date}', formatTime(saved.savedAtMs)),
    labels.ends_on.replace('{date}', formatTime(saved.endsAtMs)),
  ];
  return (
    <li className={styles.row} data-lesson={saved.id}>
      <div className={styles.text}>
        <strong>{details.name}</strong>
        <span className={styles.soft}>{details.courseTitle}</span>
        <span className={styles.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
        {availability === 'contact-needed' && <span className={styles.warning}>{labels.contact_needed}</span>}
        {!isComplete(saved) && (
          <span className={styles.warning}>
            {labels.unfinished.replace('{saved}', formatSize(saved.savedBytes)).replace('{total}', size)}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {isComplete(saved) ? (
          <Button
            size="small"
            icon="play"
            aria-disabled={isOpen}
            aria-label={`${isOpen ? labels.opened : labels.open}: ${details.name}`}
            onClick={onOpen}
          >
            {isOpen ? labels.opened : labels.open}
          </Button>
        ) : (
          <a
            href={`/${lang}/course/${encodeURIComponent(saved.courseSlug)}/${encodeURIComponent(saved.lesson)}?section=offline#sections`}
          >
            {labels.lesson_page}
          </a>
        )}
        <Button
          variant="secondary"
          size="small"
          icon="trash"
          aria-label={`${labels.remove}: ${details.name}`}
          onClick={onRemove}
        >
          {labels.remove}
        </Button>
      </div>
    </li>
  );
}
