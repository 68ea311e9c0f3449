'use client';

export { ErrorPage as default } from '../_chrome/error-page';
