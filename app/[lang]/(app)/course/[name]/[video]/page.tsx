import type { Metadata } from 'next';
import { CoursePage } from '@/components/lesson/course-page';
import { type CourseProps, createCourseMetadata, readCourseSegments } from '@/components/lesson/page-segments';

export const generateMetadata = async (props: CourseProps): Promise<Metadata> =>
  createCourseMetadata(await readCourseSegments(props));

export default async function LessonPage(props: CourseProps) {
  return <CoursePage {...await readCourseSegments(props)} />;
}
