import type { Playback } from './playback';
import type { PlayerRendition, PlayerWords, Quality } from './player-data';

export interface QualityChoice { quality: Quality; label: string; /** What the whole lesson weighs so; at most, for `auto`. */ bytes: number }

/** Only what can be had: a browser that chooses the rendition for itself leaves picture or sound alone to choose. */
export function qualityChoices(renditions: readonly PlayerRendition[], words: PlayerWords, playback: Playback): QualityChoice[] {
  const pictures = renditions.filter((each) => each.name !== 'audio').sort((one, other) => other.height - one.height);
  const [best] = pictures;
  const least = pictures.at(-1);
  if (!best || !least || playback === 'plain') return [];
  const sound = renditions.find((each) => each.name === 'audio');
  const chosenHere = [
    { quality: 'saver' as const, label: words.quality_saver, bytes: least.bytes },
    ...pictures.map((each) => ({ quality: each.name, label: each.name, bytes: each.bytes })),
  ];
  return [
    { quality: 'auto', label: words.quality_auto, bytes: best.bytes },
    ...(playback === 'fed' ? chosenHere : []),
    ...(sound ? [{ quality: 'audio' as const, label: words.quality_audio, bytes: sound.bytes }] : []),
  ];
}

/** The one that holds: a choice kept from another lesson or browser may not be there. */
export const chosenOf = (choices: readonly QualityChoice[], quality: Quality): Quality =>
  (choices.some((choice) => choice.quality === quality) ? quality : 'auto');
