/** `tsx scripts/sample-lessons/make.ts [lesson or course]` draws the sample lessons and ingests them into `media/`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ingestLesson } from '@/lib/lessons/ingest/ingest';
import { marketingVideos } from './digital-marketing-basics';
import { mobileVideos } from './mobile-apps-with-react-native';
import { welcome } from './nextjs-from-zero/01-welcome';
import { firstPage } from './nextjs-from-zero/02-first-page';
import { layouts } from './nextjs-from-zero/03-layouts';
import { data } from './nextjs-from-zero/04-data';
import { forms } from './nextjs-from-zero/05-forms';
import { deploy } from './nextjs-from-zero/06-deploy';
import { search } from './nextjs-from-zero/07-search';
import { speed } from './nextjs-from-zero/08-speed';
import { openBrowser, renderVideo } from './render';
import { createVideoBuilder, type Video } from './sample-video';

const video = createVideoBuilder('nextjs-from-zero');

const nextjsVideos: readonly Video[] = [
  video('01-welcome.mp4', welcome),
  video('02-first-page.mp4', firstPage),
  video('03-layouts.mp4', layouts),
  video('04-data.mp4', data),
  video('05-forms.mp4', forms),
  video('06-deploy.mp4', deploy),
  video('07-search.mp4', search),
  video('08-speed.mp4', speed),
];

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
