/**
 * `npm run media:ingest -- <video> --course <slug> --lesson <file name> [--captions-<language> f.vtt]…`.
 * With `--json`, for the service that starts it: a JSON document a line, and an end when its input closes.
 */
import { parseArgs } from 'node:util';
import { languages, type Language } from '@/lib/language';
import { MediaToolError } from '@/lib/video/ingest/ffmpeg';
import { ingestLesson } from '@/lib/video/ingest/ingest';

const usage = 'npm run media:ingest -- <video> --course <slug> --lesson <file name, e.g. 01-welcome.mp4> [--captions-<language> file.vtt]… [--media-dir folder]';
const plainName = /^[a-z0-9\u0080-\uffff][\w\u0080-\uffff.-]*$/i;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const captionOptions = Object.fromEntries(languages.map((lang) => [`captions-${lang}`, { type: 'string' }])) as Record<`captions-${Language}`, { type: 'string' }>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    course: { type: 'string' }, lesson: { type: 'string' }, 'media-dir': { type: 'string' }, json: { type: 'boolean', default: false },
    ...captionOptions,
  },
});
const [source] = positionals;
const { course, lesson } = values;
if (!source || !course || !lesson) fail(`Usage: ${usage}`);
if (!plainName.test(course) || !plainName.test(lesson)) fail('--course and --lesson are plain names, without slashes');

const captions = Object.fromEntries(languages.flatMap((lang) => {
  const file = values[`captions-${lang}`];
  return file ? [[lang, file]] : [];
}));

const print = (document: object) => process.stdout.write(`${JSON.stringify(document)}\n`);

/** The parent process has died: another process may begin the same lesson. */
if (values.json) process.stdin.on('end', () => process.kill(-process.pid, 'SIGTERM')).resume();

let shown = '';
function report(step: string, share: number) {
  if (values.json) return void print({ step, share });
  const line = `${step.padEnd(11)} ${String(Math.round(share * 100)).padStart(3)} %`;
  if (line === shown) return;
  process.stdout.write(process.stdout.isTTY ? `\r${line}${share === 1 ? '\n' : ''}` : share === 1 ? `${line}\n` : '');
  shown = line;
}

/** A key that administration has a message for, else the tool's own message. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EROFS') return 'media-read-only';
  if (code === 'ENOSPC') return 'disk-full';
  if (/is not installed/.test(message)) return 'no-ffmpeg';
  if (/is not a video|has no picture|ffprobe failed/.test(message)) return 'not-a-video';
  return message.slice(0, 300);
}

try {
  const { folder, durationSeconds } = await ingestLesson({
    source, course, lesson, captions, report, mediaDir: values['media-dir'] ?? process.env.MEDIA_DIR ?? 'media',
  });
  if (values.json) print({ published: folder, durationSeconds });
  else process.stdout.write(`published ${folder}\n`);
  process.stdin.destroy();
} catch (error) {
  const known = error instanceof MediaToolError || ['ENOENT', 'EACCES', 'EROFS', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? '');
  if (values.json) print({ failed: reasonOf(error) });
  fail(known ? (error as Error).message : String((error as Error).stack));
}
