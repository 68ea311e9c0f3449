import type { Manifest, Rendition } from '@/lib/lessons/manifest';

export interface Segment {
  seconds: number;
  bytes: number;
}

export function readSegments(playlist: string): Segment[] {
  const segments: Segment[] = [];
  let seconds = 0;
  for (const line of playlist.split(/\r?\n/)) {
    const length = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    const range = /^#EXT-X-BYTERANGE:(\d+)/.exec(line)?.[1];
    if (length) seconds = Number(length);
    if (range) segments.push({ seconds, bytes: Number(range) });
  }
  return segments;
}

export interface ByteRange {
  offset: number;
  bytes: number;
}

export function readByteRanges(playlist: string): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (const [, bytes = '', offset] of playlist.matchAll(/BYTERANGE[=:]"?(\d+)(?:@(\d+))?/g)) {
    const last = ranges.at(-1);
    // Without an offset, a range starts where the previous one ends (RFC 8216, 4.3.2.2).
    ranges.push({
      bytes: Number(bytes),
      offset: offset === undefined ? (last ? last.offset + last.bytes : 0) : Number(offset),
    });
  }
  return ranges;
}

/** Peak and mean rate in bit/s (RFC 8216, 4.3.4.2). A very short last segment does not set the peak. */
export function parseRates(segments: readonly Segment[]): { peak: number; average: number } {
  const wholeSegments = segments.filter((segment) => segment.seconds >= 1);
  const rates = (wholeSegments.length > 0 ? wholeSegments : segments).map(
    (segment) => (segment.bytes * 8) / segment.seconds,
  );
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  return {
    peak: Math.ceil(Math.max(1, ...rates)),
    average: Math.max(1, Math.ceil((bytes * 8) / Math.max(seconds, 0.001))),
  };
}

function variantLine(rendition: Rendition): string {
  const attributes = [
    `BANDWIDTH=${rendition.bandwidth}`,
    `AVERAGE-BANDWIDTH=${rendition.averageBandwidth}`,
    `CODECS="${rendition.codecs}"`,
    ...(rendition.height > 0
      ? [`RESOLUTION=${rendition.width}x${rendition.height}`, `FRAME-RATE=${rendition.frameRate.toFixed(3)}`]
      : []),
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(',')}`;
}

/** Lists 480p first: players start with the first rendition until they have measured the bandwidth. */
export function masterPlaylist(manifest: Manifest, urlOf: (rendition: Rendition) => string): string {
  const pictures = manifest.renditions.filter((rendition) => rendition.name !== 'audio');
  const first = pictures.find((rendition) => rendition.name === '480p') ?? pictures[0];
  const ordered = [...(first ? [first] : []), ...manifest.renditions.filter((rendition) => rendition !== first)];
  const lines = ordered.flatMap((rendition) => [variantLine(rendition), urlOf(rendition)]);
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

export function rewriteMediaPlaylist(playlist: string, url: string): string {
  return playlist
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith('#EXT-X-MAP')) return line.replace(/URI="[^"]*"/, () => `URI="${url}"`);
      return line === '' || line.startsWith('#') ? line : url;
    })
    .join('\n');
}

export function plainPlaylist(url: string, durationSeconds: number): string {
  const seconds = Math.max(1, durationSeconds);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${seconds.toFixed(3)},`,
    url,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}
