/** The service starts this with `--json`: it then prints one JSON document per line and ends when stdin closes. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadTranslator } from '@/lib/i18n/messages';
import { type Language, languages } from '@/lib/language';
import { faultOf, IngestError, ingestFaultText, noticeText } from '@/lib/lessons/ingest/faults';
import { ingestLesson } from '@/lib/lessons/ingest/ingest';

const usage =
  'npm run media:ingest -- <video> --course <slug> --lesson <file name, e.g. 01-welcome.mp4> [--captions-<language> file.vtt|file.srt]… [--media-dir folder] [--verbose]';
const plainName = /^[a-z0-9\u0080-\uffff][\w\u0080-\uffff.-]*$/i;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const captionOptions = Object.fromEntries(languages.map((lang) => [`captions-${lang}`, { type: 'string' }])) as Record<
  `captions-${Language}`,
  { type: 'string' }
>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    course: { type: 'string' },
    lesson: { type: 'string' },
    'media-dir': { type: 'string' },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    ...captionOptions,
  },
});
const [source] = positionals;
const { course, lesson } = values;
if (!source || !course || !lesson) fail(`Usage: ${usage}`);
if (!plainName.test(course) || !plainName.test(lesson)) fail('--course and --lesson are plain names, without slashes');

const captions = Object.fromEntries(
  languages.flatMap((lang) => {
    const file = values[`captions-${lang}`];
    return file ? [[lang, file]] : [];
  }),
);

const print = (document: object) => process.stdout.write(`${JSON.stringify(document)}\n`);

/** End when the parent has died, because another process may start ingesting the same lesson. */
if (values.json) process.stdin.on('end', () => process.kill(-process.pid, 'SIGTERM')).resume();

/** If memory runs out, Linux ends this process or its ffmpeg instead of the service. */
if (values.json) await writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);

let shown = '';
function reportStep(step: string, share: number) {
  if (values.json) return void print({ step, share });
  const line = `${step.padEnd(11)} ${String(Math.round(share * 100)).padStart(3)} %`;
  if (line === shown) return;
  process.stdout.write(process.stdout.isTTY ? `\r${line}${share === 1 ? '\n' : ''}` : share === 1 ? `${line}\n` : '');
  shown = line;
}

const t = await loadTranslator('en');
try {
  const { folder, durationSeconds, notices } = await ingestLesson({
    source,
    course,
    lesson,
    captions,
    report: reportStep,
    mediaDir: values['media-dir'] ?? process.env.MEDIA_DIR ?? 'media',
  });
  if (values.json) print({ published: folder, durationSeconds, notices });
  else
    process.stdout.write(
      [...notices.map((notice) => `note: ${noticeText(t, notice)}`), `published ${folder}`, ''].join('\n'),
    );
  process.stdin.destroy();
} catch (error) {
  const detail = error instanceof IngestError ? error.message : String((error as Error).stack);
  if (values.json) print({ failed: faultOf(error), detail });
  // Show messages about captions, which name file and line, but not those of ffmpeg, which help only experts.
  const isShown = values.verbose || faultOf(error) === 'captions-wrong';
  fail(
    [
      ingestFaultText(t, faultOf(error)),
      ...(isShown ? [detail] : values.json ? [] : ['Run it with --verbose to see what the tools printed.']),
    ].join('\n'),
  );
}
