import { join } from 'node:path';
import type { ZodType } from 'zod';
import { loadJsonFile } from '@/lib/json-file';
import { defaultLanguage, languages } from '@/lib/language';
import { quizSchema } from '../quiz-schema';
import { coursesDataSchema, productsSchema } from '../schema';

/** Faults of files that are right in themselves, and do not fit each other. @param paths below `folder` */
export async function findContradictions(folder: string, paths: readonly string[]): Promise<string[]> {
  const read = async <Value>(path: string, shape: ZodType<Value>): Promise<Value | null> => {
    const loaded = await loadJsonFile(join(folder, path), shape);
    return loaded.state === 'ok' ? shape.parse(JSON.parse(loaded.body)) : null;
  };
  const projects = [...new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))];
  const faults = await Promise.all(projects.flatMap((project) => [wrongPrices(project, read), strayQuizzes(project, paths, read)]));
  return faults.flat();
}

type Read = <Value>(path: string, shape: ZodType<Value>) => Promise<Value | null>;

const coursesPath = (project: string, lang: string): string => `${project}/${lang}/course-page/courses-data.json`;

/** Every page of a course names the price at which its product is sold. */
async function wrongPrices(project: string, read: Read): Promise<string[]> {
  const products = await read(`${project}/products.json`, productsSchema);
  const faults = languages.map(async (lang) => {
    const courses = await read(coursesPath(project, lang), coursesDataSchema);
    return (courses?.services ?? []).flatMap(({ productKey, courseInfo: { sales, pricing } }, index) => {
      const amount = products?.find(({ key }) => key === productKey)?.amount;
      return amount === undefined || amount === (sales ?? pricing) ? [] : [`${coursesPath(project, lang)}: services.${index}.courseInfo: costs ${sales ?? pricing}, its product ${productKey} ${amount}`];
    });
  });
  return (await Promise.all(faults)).flat();
}

async function strayQuizzes(project: string, paths: readonly string[], read: Read): Promise<string[]> {
  const courses = await read(coursesPath(project, defaultLanguage), coursesDataSchema);
  if (!courses) return [];
  const lessons = new Set(courses.services.flatMap(({ courseName, courseList }) => courseList.flatMap((chapter) => chapter.lessons.map(({ path }) => `${courseName}/${path.split(/[\\/]/).at(-1)}`))));
  const faults = paths.filter((path) => path.startsWith(`${project}/quizzes/`)).map(async (path) => {
    const quiz = await read(path, quizSchema);
    const named = quiz ? [['lesson', quiz.lesson] as const, ...quiz.questions.map(({ begin }, index) => [`questions.${index}.begin`, begin] as const)] : [];
    return named.filter(([, lesson]) => lesson && !lessons.has(lesson)).map(([field, lesson]) => `${path}: ${field}: no course has the lesson ${lesson}`);
  });
  return (await Promise.all(faults)).flat();
}
