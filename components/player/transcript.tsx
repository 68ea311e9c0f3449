'use client';

import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { fold, foldedSpellings } from '@/lib/fold';
import { positionText } from '@/lib/i18n/formats';
import { directionOf, internationalLanguage } from '@/lib/language';
import type { PlayerCaptions, PlayerLabels } from './player-data';
import styles from './transcript.module.css';

interface Props {
  captions: PlayerCaptions[];
  lang: string;
  labels: PlayerLabels;
  video: HTMLVideoElement | null;
  onGo: (seconds: number) => void;
}

/** Row L9: renders on the server, so that search engines and readers without JavaScript see the transcript. */
export function Transcript({ captions, lang, labels, video, onGo }: Props) {
  const [chosen, setChosen] = useState(
    (
      captions.find((each) => each.lang === lang) ??
      captions.find((each) => each.lang === internationalLanguage) ??
      captions[0]
    )?.lang,
  );
  const [query, setQuery] = useState('');
  const spellings = foldedSpellings(useDeferredValue(query).trim());
  const current = useCurrentLine(video);
  const shownCaptions = captions.find((each) => each.lang === chosen);
  const lines =
    shownCaptions?.cues.filter(({ text }) => spellings.some((spelling) => fold(text).includes(spelling))) ?? [];
  return (
    <section className={styles.transcript} aria-label={labels.transcript}>
      <div className={styles.head}>
        <h2>{labels.transcript}</h2>
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder={labels.transcript_search}
          aria-label={labels.transcript_search}
        />
        <div className={styles.languages}>
          {captions.map((each) => (
            <button
              key={each.lang}
              type="button"
              lang={each.lang}
              aria-pressed={each.lang === chosen}
              onClick={() => setChosen(each.lang)}
            >
              {each.label}
            </button>
          ))}
        </div>
      </div>
      <ol className={styles.lines} lang={chosen} dir={chosen && directionOf(chosen)}>
        {lines.map((cue, index) => (
          <li key={`${cue.fromSeconds} ${index}`}>
            <button
              type="button"
              aria-current={current >= cue.fromSeconds && current < cue.toSeconds ? 'true' : undefined}
              onClick={() => onGo(cue.fromSeconds)}
            >
              <span className={styles.clock}>{positionText(cue.fromSeconds)}</span>
              <span>{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
      <p role="status" className={styles.none}>
        {lines.length === 0 ? labels.transcript_none : ''}
      </p>
    </section>
  );
}

function useCurrentLine(video: HTMLVideoElement | null): number {
  const [seconds, setSeconds] = useState(-1);
  const last = useRef(-1);
  useEffect(() => {
    if (!video) return;
    const update = () => {
      if (Math.abs(video.currentTime - last.current) < 0.4) return;
      last.current = video.currentTime;
      setSeconds(video.currentTime);
    };
    video.addEventListener('timeupdate', update);
    return () => video.removeEventListener('timeupdate', update);
  }, [video]);
  return seconds;
}
