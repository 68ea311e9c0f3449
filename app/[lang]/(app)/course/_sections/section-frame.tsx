'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState, type MouseEvent } from 'react';
import { shownPart } from '../../../_late/shown-part';
import { onKeys } from '../../../_player/controls/use-shortcuts';
import { Icon, type IconName } from '../../../_ui/icon';
import type { AttachmentsInitial, AttachmentsLabels } from './attachments/attachments-labels';
import type { LessonPlace, SectionName } from './lesson-place';
import type { NotesInitial, NotesLabels } from './notes/notes-labels';
import type { QuestionsInitial, QuestionsLabels } from './questions/questions-labels';
import type { DownloadChoice, OfflineLabels } from './offline/offline-labels';
import styles from './section-frame.module.css';

// Each section's script is fetched when it is opened.
const NotesPanel = dynamic(() => shownPart(() => import('./notes/notes-panel').then((file) => file.NotesPanel)));
const QuestionsPanel = dynamic(() => shownPart(() => import('./questions/questions-panel').then((file) => file.QuestionsPanel)));
const AttachmentsPanel = dynamic(() => shownPart(() => import('./attachments/attachments-panel').then((file) => file.AttachmentsPanel)));
// It shows what this browser has, of which the server knows nothing.
const OfflinePanel = dynamic(() => shownPart(() => import('./offline/offline-panel').then((file) => file.OfflinePanel)), { ssr: false });

export interface SectionTab { name: SectionName; label: string; icon: IconName }

interface Props {
  place: LessonPlace;
  label: string;
  tabs: readonly SectionTab[];
  labels: { notes: NotesLabels; questions: QuestionsLabels; attachments: AttachmentsLabels; offline: OfflineLabels };
  /** The qualities in which the lesson can be downloaded; none without a video. */
  downloads: readonly DownloadChoice[];
  /** The section that the address opens, with what the server has read for it. */
  opened: SectionName | null;
  initial: { notes?: NotesInitial; questions?: QuestionsInitial; attachments?: AttachmentsInitial };
}

const idOf = (name: SectionName) => `section-${name}`;

/** Under the player: one section at a time. Without JavaScript a tab is a link to the same page with its section open. */
export function SectionFrame({ place, label, tabs, labels, downloads, opened, initial }: Props) {
  const [open, setOpen] = useState(opened);
  // Counts how often `n` was pressed: the panel takes the focus each time.
  const [noteRequests, setNoteRequests] = useState(0);
  const addressOf = (name: SectionName | null) => (name ? `${place.path}?section=${name}` : place.path);
  const show = (name: SectionName | null) => {
    setOpen(name);
    history.replaceState(null, '', addressOf(name));
  };

  const hasNotes = tabs.some(({ name }) => name === 'notes');
  useEffect(() => (hasNotes ? onKeys({
    n: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      setOpen('notes');
      setNoteRequests((count) => count + 1);
    },
  }, document) : undefined), [hasNotes]);

  const press = (event: MouseEvent, name: SectionName) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(name === open ? null : name);
  };
  const current = tabs.find(({ name }) => name === open);
  return (
    <div className={styles.frame} id="sections">
      <nav aria-label={label} className={styles.tabs}>
        {tabs.map(({ name, label: text, icon }) => (
          <a key={name} href={`${addressOf(name)}#sections`} aria-current={name === open ? 'true' : undefined} onClick={(event) => press(event, name)}>
            <Icon name={icon} size={18} />{text}
          </a>
        ))}
      </nav>
      {current && (
        <section className={styles.panel} id={idOf(current.name)} aria-label={current.label}>
          {open === 'notes' && <NotesPanel place={place} labels={labels.notes} initial={initial.notes} requests={noteRequests} />}
          {open === 'questions' && <QuestionsPanel place={place} labels={labels.questions} initial={initial.questions} />}
          {open === 'attachments' && <AttachmentsPanel place={place} labels={labels.attachments} initial={initial.attachments} />}
          {open === 'offline' && <OfflinePanel place={place} labels={labels.offline} choices={downloads} />}
          {open === 'offline' && <noscript>{labels.offline.needs_scripts}</noscript>}
        </section>
      )}
    </div>
  );
}
