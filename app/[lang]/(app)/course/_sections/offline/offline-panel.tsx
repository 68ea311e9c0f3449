'use client';

import Link from 'next/link';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { downloadOf, type DownloadState, type LessonDownload } from '../../../../_offline/download/lesson-download';
import type { OfflineQuality } from '../../../../_offline/store/database';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import type { LessonPlace } from '../lesson-place';
import type { DownloadChoice, OfflineLabels } from './offline-labels';
import styles from './offline.module.css';
import { fileSizeText } from '@/lib/i18n/number-texts';
import type { Language } from '@/lib/language';

interface Props { place: LessonPlace; labels: OfflineLabels; choices: readonly DownloadChoice[] }

const filled = (text: string, values: Record<string, string>) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Row N18: downloads the lesson to this device, with its size before and its progress while. */
export function OfflinePanel({ place: { userId, courseSlug, lesson, lang }, labels, choices }: Props) {
  const download = useMemo(() => downloadOf({ userId, courseSlug, lesson, lang }), [userId, courseSlug, lesson, lang]);
  const state = useSyncExternalStore(download.subscribe, download.read, download.read);
  const [chosen, setChosen] = useState<OfflineQuality | undefined>(choices[0]?.quality);
  const quality = state.quality ?? chosen;
  return (
    <div className={styles.panel}>
      <p className={styles.soft}>{labels.help}</p>
      {state.problem && <Notice tone="danger" alert>{labels[`problem_${state.problem}`]}</Notice>}
      {state.phase === 'none' && quality && <Choices lang={lang} choices={choices} labels={labels} quality={quality} isFull={state.problem === 'room'} onChoose={setChosen} onStart={() => void download.start(quality)} />}
      {(state.phase === 'running' || state.phase === 'paused') && <Progress lang={lang} state={state} labels={labels} download={download} />}
      {state.phase === 'complete' && state.quality && (
        <>
          <Notice tone="success">{filled(labels.complete, { quality: labels[`quality_${state.quality}`], size: fileSizeText(state.bytes, lang, labels.units) })}</Notice>
          <div className={styles.row}><Button variant="secondary" size="small" icon="trash" onClick={() => void download.remove()}>{labels.remove}</Button></div>
        </>
      )}
      <Link href={`/${lang}/offline`} prefetch={false}>{labels.all}</Link>
    </div>
  );
}

interface ChoicesProps { lang: Language; choices: readonly DownloadChoice[]; labels: OfflineLabels; quality: OfflineQuality; /** What the browser estimates is not what it lets the site store. */ isFull: boolean; onChoose: (quality: OfflineQuality) => void; onStart: () => void }

function Choices({ lang, choices, labels, quality, isFull, onChoose, onStart }: ChoicesProps) {
  const room = useRoom();
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{labels.choose}</legend>
        {choices.map((choice) => (
          <label key={choice.quality} className={styles.choice}>
            <input type="radio" name="offline-quality" checked={choice.quality === quality} onChange={() => onChoose(choice.quality)} />
            <span>{labels[`quality_${choice.quality}`]}</span>
            <span className={styles.size}>{fileSizeText(choice.bytes, lang, labels.units)}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.row}>
        <Button icon="download" onClick={onStart}>{labels.download}</Button>
        {room !== null && !isFull && <span className={styles.soft}>{filled(labels.room, { room: fileSizeText(Math.max(0, room), lang, labels.units) })}</span>}
      </div>
    </>
  );
}

function Progress({ lang, state, labels, download }: { lang: Language; state: DownloadState; labels: OfflineLabels; download: LessonDownload }) {
  const { phase, quality, savedBytes, bytes } = state;
  const text = filled(phase === 'running' ? labels.running : labels.paused, { saved: fileSizeText(savedBytes, lang, labels.units), total: fileSizeText(bytes, lang, labels.units) });
  return (
    <>
      <progress className={styles.progress} max={Math.max(1, bytes)} value={savedBytes} aria-label={text} />
      <p className={styles.soft}>{text}</p>
      <div className={styles.row}>
        {phase === 'running' && <Button variant="secondary" size="small" onClick={() => download.pause()}>{labels.pause}</Button>}
        {phase === 'paused' && quality && <Button size="small" onClick={() => void download.start(quality)}>{labels.resume}</Button>}
        <Button variant="quiet" size="small" onClick={() => void download.remove()}>{labels.cancel}</Button>
      </div>
    </>
  );
}

/** What the browser still lets the site store, in bytes; null where it does not say. */
function useRoom(): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    navigator.storage?.estimate?.().then(({ quota, usage }) => setRoom(quota === undefined ? null : quota - (usage ?? 0)), () => undefined);
  }, []);
  return room;
}
