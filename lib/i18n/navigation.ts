import { createNavigation } from 'next-intl/navigation';
import { routing } from './routing';

/** Links and redirects that put the language in front of a path. */
export const { Link, redirect, usePathname, useRouter, getPathname } = createNavigation(routing);
