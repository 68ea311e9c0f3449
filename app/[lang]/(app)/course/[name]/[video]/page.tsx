import type { Metadata } from 'next';
import { CoursePage } from '@/components/lesson/course-page';
import { courseSegments, type CourseProps, courseMetadata } from '@/components/lesson/page-segments';

export const generateMetadata = async (props: CourseProps): Promise<Metadata> =>
  courseMetadata(await courseSegments(props));

export default async function LessonPage(props: CourseProps) {
  return <CoursePage {...await courseSegments(props)} />;
}
