const NAMES = ['home', 'about', 'services', 'contact', 'pricing', 'policy', 'refund-policy', 'articles'];

export const publicPages = (language: string): string[] => NAMES.map((name) => `/${language}/${name}`);
