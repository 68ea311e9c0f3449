import { useEffect, useState } from 'react';
import { internationalLanguage } from '@/lib/language';
import type { PlayerCaptions } from './player-data';

export type ShownCue = { text: string; lang: string } | null;

/** The language of the captions that are shown: the wanted one, English where the lesson lacks it; null for none. */
export function captionsFor(captions: readonly PlayerCaptions[], wanted: string | null): string | null {
  const has = (lang: string) => captions.some((each) => each.lang === lang);
  if (wanted === null || has(wanted)) return wanted;
  return has(internationalLanguage) ? internationalLanguage : null;
}

/** The current cue. Not drawn by the browser: its captions hide behind the controls and know no right-to-left. */
export function useCaptions(video: HTMLVideoElement | null, lang: string | null): ShownCue {
  const [shown, setShown] = useState<ShownCue>(null);
  useEffect(() => {
    if (!video) return;
    const tracks = [...video.textTracks];
    const track = tracks.find((each) => each.language === lang);
    for (const each of tracks) each.mode = each === track ? 'hidden' : 'disabled';
    if (!track) return;
    const show = () => {
      const cue = track.activeCues?.[0] as VTTCue | undefined;
      // Without its tags and escapes.
      setShown(cue ? { text: cue.getCueAsHTML().textContent ?? '', lang: track.language } : null);
    };
    track.addEventListener('cuechange', show);
    return () => { track.removeEventListener('cuechange', show); setShown(null); };
  }, [video, lang]);
  return shown;
}
