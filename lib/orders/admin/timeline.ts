export interface TimelineEntry {
  at: Date;
  kind: string;
  by: string | null;
  detail: Record<string, string>;
}

interface EventRow {
  id: bigint;
  source: string;
  type: string;
  chargeId: string | null;
  result: string;
  reason: string | null;
  receivedAt: Date;
}
interface NoteRow {
  id: bigint;
  kind: string;
  actorId: string | null;
  detail: unknown;
  createdAt: Date;
}

/** Sorts a provider's report before our notes of the same moment, because the report caused them. */
export function buildTimeline(
  events: readonly EventRow[],
  notes: readonly NoteRow[],
  names: ReadonlyMap<string, string>,
): TimelineEntry[] {
  const reported = events.map((event) => ({
    at: event.receivedAt,
    kind: 'event',
    by: null,
    detail: listTexts({
      source: event.source,
      type: event.type,
      transaction: event.chargeId,
      result: event.result,
      reason: event.reason,
    }),
  }));
  const done = notes.map((note) => ({
    at: note.createdAt,
    kind: note.kind,
    by: note.actorId ? (names.get(note.actorId) ?? note.actorId) : null,
    detail: listTexts(note.detail),
  }));
  return [...reported, ...done].sort((one, other) => one.at.getTime() - other.at.getTime());
}

function listTexts(detail: unknown): Record<string, string> {
  if (typeof detail !== 'object' || detail === null) return {};
  return Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
}
