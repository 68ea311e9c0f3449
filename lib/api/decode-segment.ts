import { isStorable } from '@/lib/storable-text';

/** Next leaves route parameters percent-encoded; null for what cannot be decoded, or holds what nothing here is named by. */
export function decodeSegment(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return isStorable(decoded) ? decoded : null;
  } catch {
    return null;
  }
}
