'use client';

export { ErrorPage as default } from '@/components/chrome/error-page';
