import { drawMark } from '@/lib/content/mark-picture';
import { methods } from '@/lib/guards/methods';
import { publicPicture } from '@/lib/guards/public-picture';
import { drawPagePicture } from './page-picture';

const marks: Record<string, number> = { 'touch.png': 180, 'logo.png': 512 };

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: publicPicture(async (path) => {
    const size = marks[path.join('/')];
    return size ? drawMark(size) : drawPagePicture(path);
  }),
});
