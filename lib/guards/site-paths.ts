/**
 * The pages there are, after the language; `*` is one segment, `**` any number, also none.
 * site-paths.test.ts holds this list to the folders under app/[lang].
 */
const sitePaths = [
  'home', 'about', 'services', 'contact', 'policy', 'refund-policy', 'pricing',
  'articles', 'articles/*', 'details/**',
  'login', 'signup', 'forgetPassword', 'resetPassword', 'otpcode', 'otpcode/*/*', 'signed-in',
  'payment', 'payment/receipt/*', 'course/*', 'course/*/*', 'certificate/*', 'profile', 'profile/*',
  'admin', ...['orders', 'learners', 'courses', 'articles'].flatMap((section) => [`admin/${section}`, `admin/${section}/*`]), ...['enquiries', 'feedback', 'audit', 'health'].map((section) => `admin/${section}`),
];

/** The content editor exists in development alone (row O1). */
const developmentPaths = process.env.NODE_ENV === 'development' ? ['editor/**'] : [];

const patterns = [...sitePaths, ...developmentPaths].map((path) => path.split('/'));

const matches = (pattern: string[], segments: string[]): boolean => {
  const open = pattern.at(-1) === '**';
  const fixed = open ? pattern.slice(0, -1) : pattern;
  if (open ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((part, index) => part === '*' || part === segments[index]);
};

/** `segments`: the decoded path without its language; letter case counts (row A8). */
export const isSitePath = (segments: string[]): boolean => patterns.some((pattern) => matches(pattern, segments));
