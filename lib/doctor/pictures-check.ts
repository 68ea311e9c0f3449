import 'server-only';
import { db } from '@/lib/database/client';
import { missingPictureFiles } from '@/lib/media/picture-files';
import { bad, ok, type Check } from './check';

/** Every file of every picture of the media library is there (N7). */
export const picturesCheck: Check = {
  name: 'pictures',
  async run() {
    const rows = await (await db()).picture.findMany({ where: { status: 'ready' }, select: { id: true, name: true, width: true }, orderBy: { createdAt: 'asc' } });
    const findings = [];
    for (const { id, name, width } of rows) {
      const missing = await missingPictureFiles(id, width);
      if (missing.length > 0) findings.push(bad(`${name} (pictures/${id}) lacks ${missing.join(', ')}: bring them back from a backup`));
    }
    return findings.length > 0 ? findings : [ok(`${rows.length} pictures have all their files`)];
  },
};
