import { drawMark } from '@/lib/content/pictures/mark-picture';
import { methods } from '@/lib/api/methods';
import { publicPicture } from '@/lib/api/public-picture';
import { drawPagePicture } from './page-picture';

const marks: ReadonlyMap<string, number> = new Map([['touch.png', 180], ['logo.png', 512]]);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicPicture(async (path) => {
    const size = marks.get(path.join('/'));
    return size ? drawMark(size) : drawPagePicture(path);
  }),
});
