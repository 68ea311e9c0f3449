/** Asks before the browser leaves the site for as long as the work lasts, also when another page of administration is opened meanwhile. */
export async function warnWhile<Value>(work: Promise<Value>): Promise<Value> {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  try {
    return await work;
  } finally {
    window.removeEventListener('beforeunload', warn);
  }
}
