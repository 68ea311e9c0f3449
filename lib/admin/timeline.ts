/** One line of what happened to an order: Paymob's word, or ours. */
export interface TimelineEntry {
  at: Date;
  /** A note's kind, or `event` for what Paymob said. */
  kind: string;
  /** Who did it, when a person did. */
  by: string | null;
  detail: Record<string, string>;
}

interface Event {
  id: bigint; source: string; type: string; transactionId: bigint | null; result: string; reason: string | null; receivedAt: Date;
}
interface Note { id: bigint; kind: string; actorId: string | null; detail: unknown; createdAt: Date }

/** Both logs in one, by time; of the same moment Paymob's word first, since ours follows from it. */
export function timelineOf(events: readonly Event[], notes: readonly Note[], names: ReadonlyMap<string, string>): TimelineEntry[] {
  const said = events.map((event) => ({
    at: event.receivedAt, kind: 'event', by: null,
    detail: textsOf({ source: event.source, type: event.type, transaction: event.transactionId?.toString(), result: event.result, reason: event.reason }),
  }));
  const done = notes.map((note) => ({
    at: note.createdAt, kind: note.kind, by: note.actorId ? (names.get(note.actorId) ?? note.actorId) : null, detail: textsOf(note.detail),
  }));
  return [...said, ...done].sort((one, other) => one.at.getTime() - other.at.getTime());
}

function textsOf(detail: unknown): Record<string, string> {
  if (typeof detail !== 'object' || detail === null) return {};
  return Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[name, String(value)]])),
  );
}
