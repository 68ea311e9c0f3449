const names = ['home', 'about', 'services', 'contact', 'pricing', 'policy', 'refund-policy', 'articles'];

export const publicPages = (language: string): string[] => names.map((name) => `/${language}/${name}`);
