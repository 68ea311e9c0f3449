import 'server-only';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '@/lib/config';
import { db } from '@/lib/db';
import { manifestSchema } from '@/lib/media/manifest';
import { bad, ok, type Check } from './check';

/** Every lesson of every course has its film and all that its manifest names. */
export const lessonsCheck: Check = {
  name: 'lessons',
  async run() {
    const client = await db();
    const lessons = await client.lesson.findMany({ select: { courseSlug: true, file: true }, orderBy: { id: 'asc' } });
    const troubles = await Promise.all(
      lessons.map(async ({ courseSlug, file }) => {
        const trouble = await troubleOf(join(config().mediaDir, courseSlug, file));
        return trouble ? [bad(`${courseSlug}/${file} cannot be played: ${trouble}`)] : [];
      }),
    );
    const findings = troubles.flat();
    return findings.length > 0 ? findings : [ok(`${lessons.length} lessons can be played`)];
  },
};

async function troubleOf(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'lesson.json'), 'utf8').catch(() => null);
  if (text === null) return 'no lesson.json; run npm run media:ingest';
  const manifest = manifestSchema.safeParse(parse(text));
  if (!manifest.success) return 'lesson.json is damaged; ingest it again';
  const { renditions, source } = manifest.data;
  const films = [source, ...renditions];
  for (const { file, bytes } of films) {
    const size = await stat(join(folder, file)).then((info) => info.size, () => -1);
    if (size !== bytes) return size < 0 ? `${file} is missing` : `${file} has ${size} bytes, ${bytes} expected`;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
