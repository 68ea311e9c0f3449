/**
 * Keeps pasted text whole in a text area with `maxlength`, where the browser would silently drop the end. Instead, the
 * browser or the server says that the text is too long, and the visitor decides what to shorten.
 * @returns a function that stops watching the fields
 */
export function keepPastedTextWhole(): () => void {
  const liftLimit = ({ target }: Event) => {
    if (!(target instanceof HTMLTextAreaElement) || target.maxLength < 0) return;
    const limit = target.maxLength;
    target.removeAttribute('maxlength');
    // The text is inserted when this event ends.
    setTimeout(() => {
      target.maxLength = limit;
    });
  };
  const events = ['paste', 'drop'];
  for (const event of events) window.addEventListener(event, liftLimit, { capture: true });
  return () => {
    for (const event of events) window.removeEventListener(event, liftLimit, { capture: true });
  };
}
