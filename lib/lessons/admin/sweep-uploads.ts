import { dayMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { sweepWorkFolders } from '@/lib/lessons/ingest/ingest';
import { removeUploadFile } from './upload-file';

export async function sweepUploads(now: Date): Promise<{ count: number }> {
  const client = await db();
  const olderThan = (days: number) => ({ lt: new Date(now.getTime() - days * dayMs) });
  const old = await client.lessonUpload.findMany({
    where: {
      OR: [
        { status: 'receiving', updatedAt: olderThan(2) },
        { status: { in: ['done', 'failed'] }, updatedAt: olderThan(7) },
      ],
    },
    take: 200,
    select: { id: true },
  });
  for (const { id } of old) {
    await client.lessonUpload.deleteMany({ where: { id } });
    await removeUploadFile(id);
  }
  const { count } = await sweepWorkFolders(config().mediaDir, now);
  return { count: old.length + count };
}
