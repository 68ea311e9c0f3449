import type { Metadata } from 'next';
import { CoursePage } from '../../_lesson/course-page';
import { courseMetadata } from '../../_lesson/course-metadata';
import { segmentsOf, type CourseProps } from '../../_lesson/segments';

export const generateMetadata = async (props: CourseProps): Promise<Metadata> => courseMetadata(await segmentsOf(props));

export default async function LessonPage(props: CourseProps) {
  return <CoursePage {...await segmentsOf(props)} />;
}
