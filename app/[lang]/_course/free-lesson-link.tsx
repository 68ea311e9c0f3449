import Link from 'next/link';
import type { ReactNode } from 'react';
import { freeLessonAddress } from '@/lib/courses/catalogue/course';

interface Props { /** The course's address. */ page: string; file: string; /** What its player has. */ shown: string | undefined; children: ReactNode }

/** Leads to the course's player, with this free lesson in it. */
export const FreeLessonLink = ({ page, file, shown, children }: Props) =>
  (file === shown ? <a href="#free-lesson" aria-current="true">{children}</a> : <Link href={freeLessonAddress(page, file)} prefetch={false}>{children}</Link>);
