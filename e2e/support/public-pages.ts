/** Every public page, after the language; the same in the three languages. */
export const publicPages = [
  'home', 'about', 'services', 'pricing', 'contact', 'policy', 'refund-policy', 'articles',
  'details/course-page/courses-data/digital-marketing-basics', 'details/service-page/build/web-development',
] as const;

export const languages = ['ar', 'en', 'de'] as const;
