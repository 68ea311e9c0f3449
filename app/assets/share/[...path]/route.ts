import { drawMark } from '@/lib/content/mark-picture';
import { methods } from '@/lib/guards/methods';
import { publicPicture } from '@/lib/guards/public-picture';
import { drawPagePicture } from './page-picture';

const marks: ReadonlyMap<string, number> = new Map([['touch.png', 180], ['logo.png', 512]]);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicPicture(async (path) => {
    const size = marks.get(path.join('/'));
    return size ? drawMark(size) : drawPagePicture(path);
  }),
});
