import type { RenditionPlan } from './plan';
import { isHighRange, isWide, type Colours, type Picture, type Sound } from './probe';

/** A transfer curve that is not named. */
const plainTransfer = 'bt709';

/** Tone mapping in linear light, then BT.709. What the file does not name is what its kind has. */
function narrowColours(colours: Colours): string[] {
  const primaries = colours.primaries ?? 'bt2020';
  const given = [`pin=${primaries}`, `tin=${colours.transfer ?? plainTransfer}`, `min=${colours.space ?? (primaries === 'bt2020' ? '2020_ncl' : '709')}`, `rin=${colours.range === 'pc' ? 'full' : 'limited'}`];
  return [
    `zscale=${given.join(':').replace('bt2020nc', '2020_ncl').replace('bt2020c', '2020_cl')}:t=linear:npl=100`, 'format=gbrpf32le', 'zscale=p=bt709',
    ...(isHighRange(colours) ? ['tonemap=hable:desat=0'] : []), 'zscale=t=bt709:m=bt709:r=tv',
  ];
}

const tagged = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';

/**
 * Any picture as one kind: whole frames at a constant rate from 0 to the end, square pixels, BT.709 in 8 bits. Colours of a
 * file that does not name any stay as they are. ffmpeg itself turns phones' videos upright before.
 */
export function pictureFilter({ rate, interlacing, colours }: Picture, { width, height }: Pick<RenditionPlan, 'width' | 'height'>): string {
  const isNamed = colours.space !== undefined && !['gbr', 'rgb'].includes(colours.space);
  const matrix = isNamed && !isWide(colours) ? ':out_color_matrix=bt709' : '';
  return [
    ...(interlacing === null ? [] : [`bwdif=mode=send_frame:parity=${interlacing === 'flagged' ? 'auto' : interlacing}`]),
    `fps=${rate}:start_time=0`,
    // A wide picture keeps its range until its colours are converted.
    `scale=${width}:${height}:flags=lanczos${isWide(colours) ? '' : `${matrix}:out_range=tv`}`,
    ...(isWide(colours) ? narrowColours(colours) : []),
    'format=yuv420p', 'setsar=1',
    ...(isNamed ? [tagged] : []),
    'tpad=stop=-1:stop_mode=clone',
  ].join(',');
}

/** Any sound as one kind: mono from 0 to the end, silence where there is none, so that it stays beside its picture. */
export function soundFilter({ isFirstChannelOnly }: Sound): string {
  return [
    // Gaps and drifts are heard at 45 ms (ITU-R BT.1359).
    'aresample=44100:async=1:min_hard_comp=0.04:first_pts=0',
    isFirstChannelOnly ? 'pan=mono|c0=c0' : 'aformat=sample_fmts=fltp:channel_layouts=mono',
    // Mixing 5.1 keeps the centre, where the voice is, as loud as it was; the sum may exceed full scale.
    'alimiter=limit=0.97:level=false', 'apad',
  ].join(',');
}
