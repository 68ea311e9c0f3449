import { readStoredJson, removeStored, writeStored } from '../../../../_storage/browser-storage';

/** What the server does not have yet, in this browser: it survives a closed tab and a lost network. Signing out clears it (decision 076). */
export const readCopy = <Copy>(name: string): Copy | null => readStoredJson(name) as Copy | null;

/** A copy that a full storage does not take leaves no older one behind. */
export function writeCopy(name: string, copy: object): void {
  if (!writeStored(name, JSON.stringify(copy))) removeStored(name);
}

export const removeCopy = removeStored;
