import { readStored, writeStored } from '../../_storage/browser-storage';

/** Row O3: whether this visitor lets visits be counted. */
export type VisitAnswer = 'yes' | 'no';

const key = 'visit-measurement';

/** Null while nobody has answered. */
export const readAnswer = (): string | null => readStored(key);

/** Without consent nothing of the measurement stays in the browser. */
export function storeAnswer(answer: VisitAnswer): void {
  writeStored(key, answer);
  window.dispatchEvent(new Event(key));
  if (answer === 'no') removeCookies();
}

/** An answer in another tab counts too. */
export function onAnswerChange(work: () => void): () => void {
  window.addEventListener(key, work);
  window.addEventListener('storage', work);
  return () => {
    window.removeEventListener(key, work);
    window.removeEventListener('storage', work);
  };
}

/** They stand at the widest domain that the browser allowed, which a page cannot ask for. */
function removeCookies(): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.replace(/=.*/, '')).filter((name) => /^_(ga|gid|gat)(_|$)/.test(name));
  const labels = location.hostname.split('.');
  const places = ['', ...labels.map((_, at) => `; domain=${labels.slice(at).join('.')}`)];
  for (const name of names) for (const place of places) document.cookie = `${name}=; path=/; max-age=0${place}`;
}
