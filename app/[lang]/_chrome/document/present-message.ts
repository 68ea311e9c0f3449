/** The parameters by which an address says what came of a form or a link. */
const parameters = ['error', 'notice', 'saved', 'sent', 'done', 'changed'];

/**
 * A message that is in the page when it loads is announced by no screen reader. The title begins with it, and the focus moves to the first
 * field that is wrong, else to the message; a page that has put the focus elsewhere by itself keeps it there only where a field is wrong.
 * @returns a function to call when the page is left
 */
export function presentMessage(): () => void {
  const asked = new URLSearchParams(window.location.search);
  if (!parameters.some((name) => asked.has(name))) return () => {};
  const main = document.querySelector('main');
  const message = [...(main?.querySelectorAll<HTMLElement>('[role=alert]') ?? [])].find((each) => each.textContent !== '' && !each.closest('form'));
  const wrong = main?.querySelector<HTMLElement>('form [aria-invalid=true]:is(input, textarea, select)');
  // As `document.title` gives it back.
  const text = (message?.textContent ?? '').replaceAll(/[\t\n\f\r ]+/g, ' ').trim();
  (wrong ?? message)?.focus();
  return text === '' ? () => {} : keepTitleBeginning(text);
}

/** React writes the page's own title once more when it takes over the part of the page that holds it. */
function keepTitleBeginning(text: string): () => void {
  const observer = new MutationObserver(() => write());
  const write = () => {
    if (!document.title.startsWith(text)) document.title = `${text} – ${document.title}`;
    // Its own change is none to answer.
    observer.takeRecords();
  };
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  write();
  return () => observer.disconnect();
}
