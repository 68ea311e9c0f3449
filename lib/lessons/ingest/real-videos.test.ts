import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestSchema } from '@/lib/lessons/manifest';
import { readSegments } from '@/lib/lessons/playback/hls-playlist';
import {
  buildPictureInput,
  buildToneInput,
  hasFfmpeg,
  makeClip,
  quickCodecs,
} from '@/tests/support/content/video-tools';
import { readContainer, scanPackets } from './container';
import { ingestLesson } from './ingest';
import { outputRate } from './probe';
import { measurePictureDelay } from './verify';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'videos-'));
  if (hasFfmpeg)
    makeClip(folder, 'land.mp4', `${buildPictureInput(4, '160x90', '30')} ${buildToneInput(4)} ${quickCodecs} -g 30`);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const resolveLesson = (clip: string) => path.join(folder, 'media', 'c', `${path.basename(clip)}.mp4`);
const ingest = (clip: string) =>
  ingestLesson({
    source: clip,
    mediaDir: path.join(folder, 'media'),
    course: 'c',
    lesson: `${path.basename(clip)}.mp4`,
    captions: {},
    report: () => undefined,
  });
const make = (file: string, options: string) => makeClip(folder, file, options);
const resolveRendition = (clip: string, name = '240p') => path.join(resolveLesson(clip), `${name}.mp4`);
const readManifest = async (clip: string) =>
  manifestSchema.parse(JSON.parse(await readFile(path.join(resolveLesson(clip), 'lesson.json'), 'utf8')));

async function truncateFile(file: string, share: number): Promise<string> {
  const source = path.join(folder, file);
  const target = path.join(folder, `cut-${file}`);
  const bytes = await readFile(source);
  await writeFile(target, bytes);
  await truncate(target, Math.floor(bytes.length * share));
  return target;
}

function measurePeak(file: string, from: number, seconds: number): number {
  const script = `ffmpeg -hide_banner -nostdin -nostats -i "$0" -ss ${from} -t ${seconds} -map 0:a:0 -af volumedetect -f null - 2>&1`;
  return Number(/max_volume: (-?[\d.]+)/.exec(execFileSync('sh', ['-c', script, file], { encoding: 'utf8' }))?.[1]);
}

async function readPixel(file: string, at: string, x: number, y: number): Promise<number[]> {
  const png = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-nostdin', '-ss', at, '-i', file, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'],
    { maxBuffer: 1e8 },
  );
  const { width, height } = await sharp(png).metadata();
  return [
    ...(await sharp(png)
      .removeAlpha()
      .extract({ left: Math.round(x * (width - 1)), top: Math.round(y * (height - 1)), width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
}

describe.runIf(hasFfmpeg)('real videos', { timeout: 600_000 }, () => {
  test('measures recordings whose container states no duration [L10]', async () => {
    execFileSync(
      'sh',
      [
        '-c',
        'ffmpeg -v error -nostdin -y -i land.mp4 -c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus -f webm -live 1 pipe:1 > rec.webm',
      ],
      { cwd: folder },
    );
    const { durationSeconds, notices } = await ingest(path.join(folder, 'rec.webm'));
    expect(durationSeconds).toBeCloseTo(4, 0);
    expect(notices).toEqual(['length-measured']);
  });

  test('refuses a truncated video, and accepts a recording that was never finished with a notice [L10]', async () => {
    make('fast.mp4', '-i land.mp4 -c copy -movflags +faststart');
    make('frag.mp4', '-i land.mp4 -c copy -movflags frag_keyframe+empty_moov+default_base_moof');
    make('full.mkv', '-i land.mp4 -c copy');
    make('land.flv', '-i land.mp4 -c copy');
    make('land.avi', '-i land.mp4 -c:v mpeg4 -c:a mp3');
    for (const file of ['land.mp4', 'fast.mp4', 'frag.mp4', 'full.mkv', 'land.flv', 'land.avi']) {
      await expect(ingest(await truncateFile(file, 0.6)), file).rejects.toMatchObject({ fault: 'video-incomplete' });
    }
    execFileSync('sh', ['-c', 'ffmpeg -v error -nostdin -y -i land.mp4 -c copy -f matroska pipe:1 > killed.mkv'], {
      cwd: folder,
    });
    expect((await ingest(await truncateFile('killed.mkv', 0.6))).notices).toContain('recording-unfinished');
    expect((await readdir(path.join(folder, 'media', 'c'))).filter((each) => each.startsWith('cut-'))).toEqual([
      'cut-killed.mkv.mp4',
    ]);
  });

  test('refuses files that are not videos or have no moving picture, whatever their name [L10]', async () => {
    for (const name of ['notes.mp4', 'notes.txt', 'notes']) {
      await writeFile(path.join(folder, name), 'only text\n'.repeat(100));
      await expect(ingest(path.join(folder, name)), name).rejects.toMatchObject({ fault: 'not-a-video' });
    }
    await writeFile(path.join(folder, 'list.mp4'), "ffconcat version 1.0\nfile 'land.mp4'\n");
    await expect(ingest(path.join(folder, 'list.mp4'))).rejects.toMatchObject({ fault: 'not-a-video' });
    make('card.png', '-f lavfi -i color=red:size=160x90 -frames:v 1');
    const cover = make(
      'cover.m4a',
      '-i land.mp4 -i card.png -map 0:a -map 1:v -c:a copy -c:v mjpeg -disposition:v attached_pic',
    );
    const sound = make('sound.mp3', '-i land.mp4 -vn');
    for (const clip of [cover, sound]) await expect(ingest(clip), clip).rejects.toMatchObject({ fault: 'no-picture' });
  });

  test('refuses playlists, which open other files and may never end, without reading what they name [L10, X50]', async () => {
    make('part.ts', '-i land.mp4 -c copy -f mpegts');
    const part = path.join(folder, 'part.ts');
    const playlists = {
      endless: `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:4,\nfile://${part}\n`,
      whole: `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile://${part}\n#EXT-X-ENDLIST\n`,
      list: 'ffconcat version 1.0\nfile part.ts\n',
    };
    for (const [name, text] of Object.entries(playlists)) {
      await writeFile(path.join(folder, name), text);
      await expect(ingest(path.join(folder, name)), name).rejects.toMatchObject({
        fault: 'not-a-video',
        message: expect.stringContaining('not on whitelist'),
      });
    }
  }, 20_000);

  test('refuses a small file that shows its two pictures for days [L10, X50]', async () => {
    const clip = make(
      'days.mkv',
      '-f lavfi -i testsrc2=size=160x90:rate=1:duration=2 -vf setpts=N*864000/TB -fps_mode passthrough -c:v libx264',
    );
    await expect(ingest(clip)).rejects.toMatchObject({ fault: 'video-too-long' });
  });

  test('chooses the moving picture over a still one, and the audio track with sound [L10]', async () => {
    make('still.mkv', '-f lavfi -i color=red:size=320x180 -frames:v 1 -c:v mjpeg');
    const clip = make(
      'b.mkv',
      '-i still.mkv -i land.mp4 -f lavfi -i anullsrc=duration=4 -map 0:v -map 1:v -map 2:a -map 1:a -c:v copy -c:a aac -disposition:a:0 0 -disposition:a:1 default',
    );
    const { notices } = await ingest(clip);
    expect(notices).toEqual(['still-left-out', 'sound-chosen']);
    expect((await readManifest(clip)).renditions[0]).toMatchObject({ width: 160, height: 90 });
    expect(measurePeak(resolveRendition(clip), 1, 1)).toBeGreaterThan(-30);
  });

  test('keeps sound and picture in sync: late sound, gaps, 1 to 120 frames per second, tracks of different lengths [L10]', async () => {
    // Bright with a beep from second 1 to 2, and from 3 to 4.
    const buildBeepInput = (rate: string) =>
      `-f lavfi -i color=black:size=160x90:rate=${rate}:duration=4,geq=lum='if(lt(mod(T\\,2)\\,1)\\,30\\,200)':cb=128:cr=128 -f lavfi -i aevalsrc='0.6*sin(2*PI*1000*t)*gte(mod(t\\,2)\\,1)':s=44100:d=4 ${quickCodecs}`;
    for (const rate of ['1', '120']) {
      const clip = make(`r${parseInt(rate, 10)}.mp4`, buildBeepInput(rate));
      await ingest(clip);
      const { renditions } = await readManifest(clip);
      expect(renditions[0]!.frameRate, rate).toBeGreaterThan(23);
      expect(renditions[0]!.frameRate, rate).toBeLessThan(31);
      expect(await measurePictureDelay(resolveRendition(clip)), rate).toBe(0);
      const [dark] = await readPixel(resolveRendition(clip), '0.9', 0.5, 0.5);
      const [light] = await readPixel(resolveRendition(clip), '1.1', 0.5, 0.5);
      expect(light! - dark!, rate).toBeGreaterThan(100);
      expect(measurePeak(resolveRendition(clip), 0.2, 0.7), rate).toBeLessThan(-40);
      expect(measurePeak(resolveRendition(clip), 1.06, 0.5), rate).toBeGreaterThan(-15);
      const { packets } = await scanPackets(resolveRendition(clip));
      const starts = [...packets.values()].map(({ from }) => from);
      expect(Math.abs(starts[0]! - starts[1]!), rate).toBeLessThan(0.05);
      expect(
        readSegments(await readFile(path.join(resolveLesson(clip), '240p.m3u8'), 'utf8'))
          .slice(0, 1)
          .map(({ seconds }) => Math.round(seconds)),
        rate,
      ).toEqual([2]);
    }
    const late = make('late.mp4', '-i land.mp4 -itsoffset 2 -i land.mp4 -map 0:v -map 1:a -c copy');
    await ingest(late);
    expect(measurePeak(resolveRendition(late), 0.1, 1.7)).toBeLessThan(-40);
    expect(measurePeak(resolveRendition(late), 2.2, 1)).toBeGreaterThan(-30);
    const short = make('short.mp4', '-t 2 -i land.mp4 -i land.mp4 -map 0:v -map 1:a -c copy');
    expect(await ingest(short)).toMatchObject({ notices: ['picture-shorter'], durationSeconds: expect.closeTo(4, 0) });
    for (const { to } of (await scanPackets(resolveRendition(short))).packets.values()) expect(to).toBeCloseTo(4, 0);
  });

  test('converts every video to square pixels, progressive frames, upright orientation and standard colours [L10]', async () => {
    const square = make(
      'square.mp4',
      `-f lavfi -i color=white:size=144x90:rate=10:duration=2,drawbox=x=36:w=72:h=90:color=blue:t=fill,setsar=4/3 ${quickCodecs}`,
    );
    expect((await ingest(square)).notices).toContain('pixels-squared');
    const { renditions, thumbnails } = await readManifest(square);
    expect(renditions[0]).toMatchObject({ width: 192, height: 90 });
    expect((await sharp(path.join(resolveLesson(square), 'poster.webp')).metadata()).width).toBe(1280);
    expect((await sharp(path.join(resolveLesson(square), 'poster.webp')).metadata()).height).toBe(600);
    expect(thumbnails).toMatchObject({ width: 160, height: 76 });
    const [red = 255, , blue = 0] = await readPixel(resolveRendition(square), '1', 0.5, 0.5);
    expect([red < 60, blue > 200]).toEqual([true, true]);

    const turned = make('turned.mp4', '-i land.mp4 -t 1 -c copy -metadata:s:v:0 rotate=90');
    await ingest(turned);
    expect((await readManifest(turned)).renditions[0]).toMatchObject({ width: 90, height: 160 });

    const fields = make(
      'fields.mp4',
      `-f lavfi -i testsrc2=size=160x120:rate=50:duration=2 -vf interlace -flags +ildct -c:v libx264 -pix_fmt yuv420p`,
    );
    expect((await ingest(fields)).notices).toEqual(['no-sound', 'deinterlaced']);
    const odd = make('odd.mp4', `${buildPictureInput(1, '161x91')} -pix_fmt yuv444p -c:v libx264`);
    await ingest(odd);
    const [video] = (await readContainer(resolveRendition(odd))).streams;
    expect([video!.width! % 2, video!.height! % 2]).toEqual([0, 0]);
  });

  test('converts HDR to standard colours, and reports it [L10]', async () => {
    const hdr = make(
      'hdr.mp4',
      `-f lavfi -i color=gray:size=160x90:rate=10:duration=1 -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc`,
    );
    expect((await ingest(hdr)).notices).toContain('colours-converted');
    const [video] = (await readContainer(resolveRendition(hdr))).streams;
    expect(video).toMatchObject({ color_space: 'bt709', color_transfer: 'bt709' });
  });

  test('keeps the loudness of a centre voice in 5.1 sound, and uses one of two channels that cancel each other out [L10]', async () => {
    const five = make(
      'five.mp4',
      "-i land.mp4 -f lavfi -i 'aevalsrc=0|0|0.5*sin(2*PI*440*t)|0|0|0:c=5.1:d=4' -map 0:v -map 1:a -c:v copy -c:a aac",
    );
    await ingest(five);
    expect(measurePeak(resolveRendition(five), 1, 1)).toBeGreaterThan(-9);
    const opposite = make(
      'opposite.mp4',
      "-i land.mp4 -f lavfi -i 'aevalsrc=0.5*sin(2*PI*440*t)|-0.5*sin(2*PI*440*t):c=stereo:d=4' -map 0:v -map 1:a -c:v copy -c:a aac",
    );
    expect((await ingest(opposite)).notices).toEqual(['one-channel-used']);
    expect(measurePeak(resolveRendition(opposite), 1, 1)).toBeGreaterThan(-15);
  });
});

test('chooses a constant frame rate that is a multiple or a fraction of the video’s rate [L10]', () => {
  const computeRate = (rate: number) =>
    outputRate(Array.from({ length: 100 }, (_, index) => Math.round((index * 1000) / rate) / 1000));
  expect([1, 5, 10, 12.5, 15, 24, 25, 30, 50, 60, 120].map((rate) => computeRate(rate).rate)).toEqual([
    '30',
    '30',
    '30',
    '25',
    '30',
    '24',
    '25',
    '30',
    '25',
    '30',
    '30',
  ]);
  expect([24_000 / 1001, 30_000 / 1001, 60_000 / 1001].map((rate) => computeRate(rate).rate)).toEqual([
    '24000/1001',
    '30000/1001',
    '30000/1001',
  ]);
  expect([
    computeRate(25).isChanged,
    computeRate(5).isChanged,
    outputRate([0, 0.1, 0.2, 1.4, 1.5, 4]).isChanged,
  ]).toEqual([false, true, true]);
});
