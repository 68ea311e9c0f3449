import type { PlayerRendition, PlayerWords, Quality } from './player-data';

export type QualityChoice = { quality: Quality; label: string; /** What the whole lesson weighs so; at most, for `auto`. */ bytes: number };

export function qualityChoices(renditions: readonly PlayerRendition[], words: PlayerWords): QualityChoice[] {
  const pictures = renditions.filter((each) => each.name !== 'audio').sort((one, other) => other.height - one.height);
  const [best] = pictures;
  const least = pictures.at(-1);
  if (!best || !least) return [];
  const sound = renditions.find((each) => each.name === 'audio');
  return [
    { quality: 'auto', label: words.quality_auto, bytes: best.bytes },
    { quality: 'saver', label: words.quality_saver, bytes: least.bytes },
    ...pictures.map((each) => ({ quality: each.name, label: each.name, bytes: each.bytes })),
    ...(sound ? [{ quality: 'audio' as const, label: words.quality_audio, bytes: sound.bytes }] : []),
  ];
}
