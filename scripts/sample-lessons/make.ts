/** `tsx scripts/sample-lessons/make.ts [lesson or course]` draws the sample lessons and ingests them into `media/`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ingestLesson } from '@/lib/lessons/ingest/ingest';
import { marketingVideos } from './digital-marketing-basics';
import { mobileVideos } from './mobile-apps-with-react-native';
import { nextjsVideos } from './nextjs-from-zero/videos';
import { openBrowser, renderVideo } from './render';

const wanted = process.argv.slice(2);
const mediaDir = process.env.MEDIA_DIR ?? 'media';
const videos = [...nextjsVideos, ...marketingVideos, ...mobileVideos].filter(
  (video) => wanted.length === 0 || wanted.includes(video.course) || wanted.includes(`${video.course}/${video.lesson}`),
);

const browser = await openBrowser();
for (const video of videos) {
  const folder = await mkdtemp(path.join(tmpdir(), 'video-'));
  const { video: source, captions } = await renderVideo(browser, video, folder);
  // Delete the old video, because ingesting would create a second folder beside it.
  await rm(path.join(mediaDir, video.course, video.lesson), { recursive: true, force: true });
  const { folder: published } = await ingestLesson({
    source,
    captions,
    course: video.course,
    lesson: video.lesson,
    mediaDir,
    report: () => undefined,
  });
  process.stdout.write(`${published}\n`);
  await rm(folder, { recursive: true, force: true });
}
await browser.close();
