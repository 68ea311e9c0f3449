import { useEffect, useState } from 'react';

export type ShownCue = { text: string; lang: string } | null;

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
      setShown(cue ? { text: cue.text, lang: track.language } : null);
    };
    track.addEventListener('cuechange', show);
    return () => { track.removeEventListener('cuechange', show); setShown(null); };
  }, [video, lang]);
  return shown;
}
