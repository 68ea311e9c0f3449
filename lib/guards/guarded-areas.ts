import type { PathVerdict } from './path-verdict';

export type Page = Extract<PathVerdict, { kind: 'page' }>;

const loginAreas = new Set(['login', 'signup', 'forgetpassword', 'resetpassword', 'otpcode']);
const learnerAreas = new Set(['profile', 'course', 'payment', 'admin']);

export const isLoginArea = (page: Page): boolean => loginAreas.has(page.area);
export const isLearnerArea = (page: Page): boolean => learnerAreas.has(page.area);
