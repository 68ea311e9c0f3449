/** Lifts `maxlength` during a paste: the browser would drop the end silently instead of reporting the length. */
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
