'use client';

import { Checkbox } from '../../../../_ui/form/checkbox';
import { FieldError } from '../../../../_ui/form/field-frame';
import styles from './course-choice.module.css';

export interface ChoosableCourse { slug: string; title: string }
interface CourseChoiceProps {
  courses: readonly ChoosableCourse[];
  chosen: string[];
  labels: { courses: string; courses_help: string };
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Courses to tick; in the order in which they were ticked. */
export function CourseChoice({ courses, chosen, labels, error, onChange }: CourseChoiceProps) {
  return (
    <fieldset className={styles.courses}>
      <legend>{labels.courses}</legend>
      {courses.map(({ slug, title }) => (
        <Checkbox
          key={slug} name="courses" value={slug} label={<bdi>{title}</bdi>} checked={chosen.includes(slug)}
          onChange={(event) => onChange(event.target.checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))}
        />
      ))}
      <p className={styles.help}>{labels.courses_help}</p>
      <FieldError id="courses" error={error} />
    </fieldset>
  );
}
