/** `tsx scripts/sample-lessons/make.ts [lesson or course]`: draws the sample lessons and ingests them into `media/`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ingestLesson } from '@/lib/video/ingest/ingest';
import { marketingFilms } from './digital-marketing-basics';
import { mobileFilms } from './mobile-apps-with-react-native';
import { nextjsFilms } from './nextjs-from-zero';
import { openBrowser, renderFilm } from './render';

const wanted = process.argv.slice(2);
const mediaDir = process.env.MEDIA_DIR ?? 'media';
const films = [...nextjsFilms, ...marketingFilms, ...mobileFilms].filter((film) =>
  wanted.length === 0 || wanted.includes(film.course) || wanted.includes(`${film.course}/${film.lesson}`));

const browser = await openBrowser();
for (const film of films) {
  const folder = await mkdtemp(path.join(tmpdir(), 'film-'));
  const { film: source, captions } = await renderFilm(browser, film, folder);
  // As if there had been none: a new film beside an old one would lie in a folder of its own.
  await rm(path.join(mediaDir, film.course, film.lesson), { recursive: true, force: true });
  const { folder: published } = await ingestLesson({
    source, captions, course: film.course, lesson: film.lesson, mediaDir, report: () => undefined,
  });
  process.stdout.write(`${published}\n`);
  await rm(folder, { recursive: true, force: true });
}
await browser.close();
