'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type MouseEvent, useEffect, useState } from 'react';
import { listenForKeys } from '@/components/player/controls/use-shortcuts';
import { Icon, type IconName } from '@/components/ui/icon';
import { loadComponent } from '@/components/ui/load-part';
import type { SizeUnits } from '@/lib/i18n/formats';
import type {
  AttachmentsInitial,
  DownloadChoice,
  LessonPlace,
  NotesInitial,
  QuestionsInitial,
  SectionName,
} from './section-data';
import styles from './section-frame.module.css';

const NotesPanel = dynamic(() => loadComponent(() => import('./notes-panel').then((file) => file.NotesPanel)));
const QuestionsPanel = dynamic(() =>
  loadComponent(() => import('./questions-panel').then((file) => file.QuestionsPanel)),
);
const AttachmentsPanel = dynamic(() =>
  loadComponent(() => import('./attachments-panel').then((file) => file.AttachmentsPanel)),
);
// Render in the browser only, because the panel shows what the browser has stored.
const OfflinePanel = dynamic(() => loadComponent(() => import('./offline-panel').then((file) => file.OfflinePanel)), {
  ssr: false,
});

export interface SectionTab {
  name: SectionName;
  icon: IconName;
}

interface Props {
  place: LessonPlace;
  tabs: readonly SectionTab[];
  units: SizeUnits;
  downloads: readonly DownloadChoice[];
  opened: SectionName | null;
  initial: { notes?: NotesInitial; questions?: QuestionsInitial; attachments?: AttachmentsInitial };
}

const idOf = (name: SectionName) => `section-${name}`;

/** Renders each tab as a link to the same page with that section open, which works without JavaScript. */
export function SectionFrame({ place, tabs, units, downloads, opened, initial }: Props) {
  const t = useTranslations('sections');
  const offline = useTranslations('offline');
  const [open, setOpen] = useState(opened);
  const [noteRequests, setNoteRequests] = useState(0);
  const urlOf = (name: SectionName | null) => (name ? `${place.path}?section=${name}` : place.path);
  const showSection = (name: SectionName | null) => {
    setOpen(name);
    history.replaceState(null, '', urlOf(name));
  };

  const hasNotes = tabs.some(({ name }) => name === 'notes');
  useEffect(
    () =>
      hasNotes
        ? listenForKeys(
            {
              n: () => {
                if (document.fullscreenElement) void document.exitFullscreen();
                setOpen('notes');
                setNoteRequests((count) => count + 1);
              },
            },
            document,
          )
        : undefined,
    [hasNotes],
  );

  const handlePress = (event: MouseEvent, name: SectionName) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showSection(name === open ? null : name);
  };
  const current = tabs.find(({ name }) => name === open);
  return (
    <div className={styles.frame} id="sections">
      <nav aria-label={t('label')} className={styles.tabs}>
        {tabs.map(({ name, icon }) => (
          <a
            key={name}
            href={`${urlOf(name)}#sections`}
            aria-current={name === open ? 'true' : undefined}
            onClick={(event) => handlePress(event, name)}
          >
            <Icon name={icon} size={18} />
            {t(name)}
          </a>
        ))}
      </nav>
      {current && (
        <section className={styles.panel} id={idOf(current.name)} aria-label={t(current.name)}>
          {open === 'notes' && <NotesPanel place={place} initial={initial.notes} requests={noteRequests} />}
          {open === 'questions' && <QuestionsPanel place={place} initial={initial.questions} />}
          {open === 'attachments' && <AttachmentsPanel place={place} units={units} initial={initial.attachments} />}
          {open === 'offline' && <OfflinePanel place={place} units={units} choices={downloads} />}
          {open === 'offline' && <noscript>{offline('needs_scripts')}</noscript>}
        </section>
      )}
    </div>
  );
}
