type States = Map<string, object>;

/**
 * Returns the one object of this name in the process. The HTTP server and the app are bundled separately, so a
 * module variable would exist once in each.
 */
export function processState<State extends object>(name: string, create: () => State): State {
  const states = ((globalThis as { siteStates?: States }).siteStates ??= new Map() as States);
  const existing = states.get(name) as State | undefined;
  if (existing) return existing;
  const state = create();
  states.set(name, state);
  return state;
}
