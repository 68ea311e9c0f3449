import { createVideoBuilder, type Video } from '../sample-video';
import { welcome } from './01-welcome';
import { firstPage } from './02-first-page';
import { layouts } from './03-layouts';
import { data } from './04-data';
import { forms } from './05-forms';
import { deploy } from './06-deploy';
import { search } from './07-search';
import { speed } from './08-speed';

const video = createVideoBuilder('nextjs-from-zero');

export const nextjsVideos: readonly Video[] = [
  video('01-welcome.mp4', welcome),
  video('02-first-page.mp4', firstPage),
  video('03-layouts.mp4', layouts),
  video('04-data.mp4', data),
  video('05-forms.mp4', forms),
  video('06-deploy.mp4', deploy),
  video('07-search.mp4', search),
  video('08-speed.mp4', speed),
];
