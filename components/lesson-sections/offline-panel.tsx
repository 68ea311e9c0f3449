'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type DownloadState, findDownload, type LessonDownload } from '@/components/offline/lesson-download';
import type { OfflineQuality } from '@/components/offline/store/database';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { fileSizeText, type SizeUnits } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import type { DownloadChoice, LessonPlace } from './section-data';
import styles from './offline.module.css';

interface Props {
  place: LessonPlace;
  units: SizeUnits;
  choices: readonly DownloadChoice[];
}

export function OfflinePanel({ place: { userId, courseSlug, lesson, lang }, units, choices }: Props) {
  const t = useTranslations('offline');
  const download = useMemo(() => findDownload({ userId, courseSlug, lesson }), [userId, courseSlug, lesson]);
  const state = useSyncExternalStore(download.subscribe, download.read, download.read);
  const [chosen, setChosen] = useState<OfflineQuality | undefined>(choices[0]?.quality);
  const quality = state.quality ?? chosen;
  const isComplete = state.phase === 'complete' && state.quality !== null;
  return (
    <div className={styles.panel}>
      <p className={styles.soft}>{t('help')}</p>
      {state.error && (
        <Notice tone="danger" alert>
          {t(`problem_${state.error}`)}
        </Notice>
      )}
      {state.phase === 'none' && quality && (
        <Choices
          lang={lang}
          choices={choices}
          units={units}
          quality={quality}
          isFull={state.error === 'room'}
          onChoose={setChosen}
          onStart={() => void download.start(quality, lang)}
        />
      )}
      {(state.phase === 'running' || state.phase === 'paused') && (
        <Progress lang={lang} state={state} units={units} download={download} />
      )}
      <div role="status" className={styles.status}>
        {isComplete && (
          <Notice tone="success">
            {t('complete', {
              quality: t(`quality_${state.quality}`),
              size: fileSizeText(state.bytes, lang, units),
            })}
          </Notice>
        )}
      </div>
      {isComplete && (
        <div className={styles.row}>
          <Button variant="secondary" size="small" icon="trash" onClick={() => void download.remove()}>
            {t('remove')}
          </Button>
        </div>
      )}
      <Link href={`/${lang}/offline`} prefetch={false}>
        {t('all')}
      </Link>
    </div>
  );
}

interface ChoicesProps {
  lang: Language;
  choices: readonly DownloadChoice[];
  units: SizeUnits;
  quality: OfflineQuality;
  isFull: boolean;
  onChoose: (quality: OfflineQuality) => void;
  onStart: () => void;
}

function Choices({ lang, choices, units, quality, isFull, onChoose, onStart }: ChoicesProps) {
  const t = useTranslations('offline');
  const room = useFreeSpace();
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{t('choose')}</legend>
        {choices.map((choice) => (
          <label key={choice.quality} className={styles.choice}>
            <input
              type="radio"
              name="offline-quality"
              checked={choice.quality === quality}
              onChange={() => onChoose(choice.quality)}
            />
            <span>{t(`quality_${choice.quality}`)}</span>
            <span className={styles.size}>{fileSizeText(choice.bytes, lang, units)}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.row}>
        <Button icon="download" onClick={onStart}>
          {t('download')}
        </Button>
        {room !== null && !isFull && (
          <span className={styles.soft}>{t('room', { room: fileSizeText(Math.max(0, room), lang, units) })}</span>
        )}
      </div>
    </>
  );
}

function Progress({
  lang,
  state,
  units,
  download,
}: {
  lang: Language;
  state: DownloadState;
  units: SizeUnits;
  download: LessonDownload;
}) {
  const t = useTranslations('offline');
  const { phase, quality, savedBytes, bytes } = state;
  const text = t(phase === 'running' ? 'running' : 'paused', {
    saved: fileSizeText(savedBytes, lang, units),
    total: fileSizeText(bytes, lang, units),
  });
  return (
    <>
      <progress className={styles.progress} max={Math.max(1, bytes)} value={savedBytes} aria-label={text} />
      <p className={styles.soft}>{text}</p>
      <div className={styles.row}>
        {quality && (
          // One button, so that it keeps the keyboard focus.
          <Button
            variant={phase === 'running' ? 'secondary' : 'primary'}
            size="small"
            onClick={() => (phase === 'running' ? download.pause() : void download.start(quality, lang))}
          >
            {t(phase === 'running' ? 'pause' : 'resume')}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => void download.remove()}>
          {t('cancel')}
        </Button>
      </div>
    </>
  );
}

function useFreeSpace(): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    navigator.storage?.estimate?.().then(
      ({ quota, usage }) => setRoom(quota === undefined ? null : quota - (usage ?? 0)),
      () => undefined,
    );
  }, []);
  return room;
}
