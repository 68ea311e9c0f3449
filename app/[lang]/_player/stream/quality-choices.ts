import type { Playback } from './lesson-stream';
import type { PlayerRendition, PlayerLabels, Quality } from '../player-data';

export interface QualityChoice { quality: Quality; label: string; /** Of the whole lesson so; at most, for `auto`. */ size: string }

/** With the browser's own HLS, which chooses the rendition itself, only picture or sound alone. */
export function qualityChoices(renditions: readonly PlayerRendition[], labels: PlayerLabels, playback: Playback): QualityChoice[] {
  const pictures = renditions.filter((each) => each.name !== 'audio').sort((one, other) => other.height - one.height);
  const [best] = pictures;
  const least = pictures.at(-1);
  if (!best || !least || playback === 'plain') return [];
  const sound = renditions.find((each) => each.name === 'audio');
  const chosenHere = [
    { quality: 'saver' as const, label: labels.quality_saver, size: least.size },
    ...pictures.map((each) => ({ quality: each.name, label: each.name, size: each.size })),
  ];
  return [
    { quality: 'auto', label: labels.quality_auto, size: best.size },
    ...(playback === 'fed' ? chosenHere : []),
    ...(sound ? [{ quality: 'audio' as const, label: labels.quality_audio, size: sound.size }] : []),
  ];
}

/** The choice in effect: one stored for another lesson may not exist here. */
export const chosenOf = (choices: readonly QualityChoice[], quality: Quality): Quality =>
  (choices.some((choice) => choice.quality === quality) ? quality : 'auto');
