/** The parameters by which an address says what came of a form or a link. */
const parameters = ['error', 'notice', 'saved', 'sent', 'done', 'changed'];

/**
 * A message that is in the page when it loads is announced by no screen reader. The title begins with it, and the focus moves to the first
 * field that is wrong, else to the message; a page that has put the focus elsewhere by itself keeps it there only where a field is wrong.
 */
export function presentMessage(): void {
  const asked = new URLSearchParams(window.location.search);
  if (!parameters.some((name) => asked.has(name))) return;
  const main = document.querySelector('main');
  const message = [...(main?.querySelectorAll<HTMLElement>('[role=alert]') ?? [])].find((each) => each.textContent !== '' && !each.closest('form'));
  const wrong = main?.querySelector<HTMLElement>('form [aria-invalid=true]:is(input, textarea, select)');
  const text = message?.textContent?.trim() ?? '';
  if (text !== '' && !document.title.startsWith(text)) document.title = `${text} – ${document.title}`;
  (wrong ?? message)?.focus();
}
