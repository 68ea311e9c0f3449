import { db } from '@/lib/database/client';
import type { Role } from '@/lib/permissions';

const courseInfo = { createdBy: 'Midan', whatYouWillLearn: [{ content: 'x' }], courseInclude: [] };

/** Creates a product and a course of two chapters with two lessons each. The first lesson is the free preview. */
export async function seedCourse(slug = 'nextjs-from-zero', productKey = 'course-nextjs'): Promise<void> {
  const client = await db();
  const buildText = (title: string) => ({
    title,
    summary: title,
    imageUrl: '/assets/x.svg',
    imageAlt: title,
    htmlContent: `<p>${title}</p>`,
    courseInfo,
  });
  await client.course.create({
    data: { slug, text: { ar: buildText('نكست'), en: buildText('Next'), de: buildText('Next von null') } },
    select: { slug: true },
  });
  for (const [position, files] of [
    ['01-welcome.mp4', '02-first.mp4'],
    ['03-data.mp4', '04-publish.mp4'],
  ].entries()) {
    const chapter = await client.chapter.create({
      data: {
        courseSlug: slug,
        position,
        title: { ar: `فصل ${position}`, en: `Chapter ${position}`, de: `Kapitel ${position}` },
      },
      select: { id: true },
    });
    await client.lesson.createMany({
      data: files.map((file, index) => ({
        courseSlug: slug,
        chapterId: chapter.id,
        position: index,
        file,
        path: `${slug}\\part\\${file}`,
        name: { ar: file, en: file, de: file },
        freePreview: file === '01-welcome.mp4',
        durationSeconds: 30,
      })),
    });
  }
  await client.product.create({
    data: {
      key: productKey,
      courseSlug: slug,
      name: { ar: 'نكست', en: 'Next', de: 'Next' },
      description: { ar: 'دورة', en: 'Course', de: 'Kurs' },
      amountPiastres: 180_000,
      saleAmountPiastres: 150_000,
    },
    select: { key: true },
  });
}

export async function seedLearner(id: string, role: Role = 'learner'): Promise<string> {
  const client = await db();
  await client.user.create({ data: { id, role, name: 'منى', email: `${id}@midan.example` }, select: { id: true } });
  return id;
}
