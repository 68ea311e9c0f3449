/** `npm run media:ingest -- <film> --course <slug> --lesson <file name> [--captions-ar f.vtt] [--captions-en f.vtt]` */
import { parseArgs } from 'node:util';
import { MediaToolError } from '@/lib/media/ingest/ffmpeg';
import { ingestLesson } from '@/lib/media/ingest/ingest';

const usage = 'npm run media:ingest -- <film> --course <slug> --lesson <file name, e.g. 01-welcome.mp4> [--captions-ar file.vtt] [--captions-en file.vtt] [--captions-de file.vtt] [--media-dir folder]';
const plainName = /^[a-z0-9\u0080-\uffff][\w\u0080-\uffff.-]*$/i;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    course: { type: 'string' }, lesson: { type: 'string' }, 'media-dir': { type: 'string' },
    'captions-ar': { type: 'string' }, 'captions-en': { type: 'string' }, 'captions-de': { type: 'string' },
  },
});
const [source] = positionals;
const { course, lesson } = values;
if (!source || !course || !lesson) fail(`Usage: ${usage}`);
if (!plainName.test(course) || !plainName.test(lesson)) fail('--course and --lesson are plain names, without slashes');

const captions = Object.fromEntries((['ar', 'en', 'de'] as const).flatMap((lang) => {
  const file = values[`captions-${lang}`];
  return file ? [[lang, file]] : [];
}));

let shown = '';
function report(step: string, share: number) {
  const line = `${step.padEnd(11)} ${String(Math.round(share * 100)).padStart(3)} %`;
  if (line === shown) return;
  process.stdout.write(process.stdout.isTTY ? `\r${line}${share === 1 ? '\n' : ''}` : share === 1 ? `${line}\n` : '');
  shown = line;
}

try {
  const folder = await ingestLesson({
    source, course, lesson, captions, report, mediaDir: values['media-dir'] ?? process.env.MEDIA_DIR ?? 'media',
  });
  process.stdout.write(`published ${folder}\n`);
} catch (error) {
  fail(error instanceof MediaToolError || (error as NodeJS.ErrnoException).code === 'ENOENT' ? (error as Error).message : String((error as Error).stack));
}
