/** Fired on the window when a script that a page fetches late does not come. */
export const partMissing = 'partmissing';

/** Rejected by `loadPart`; what follows it says nothing of its own, since the page offers a reload. */
export class PartMissing extends Error {}

/**
 * Fetches a part of a page's scripts. It does not come when the connection is lost, or when the site was deployed anew while the page was
 * open: the old build's files are gone. Then the page offers a reload (`ReloadOffer`).
 * @throws PartMissing
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    window.dispatchEvent(new Event(partMissing));
    throw new PartMissing('A part of the page did not come.', { cause });
  }
}
