type States = Map<string, object>;

/** Shared by the HTTP server and the app, which are bundled separately and have a module variable each. */
export function processState<State extends object>(name: string, create: () => State): State {
  const states = ((globalThis as { siteStates?: States }).siteStates ??= new Map() as States);
  const existing = states.get(name) as State | undefined;
  if (existing) return existing;
  const state = create();
  states.set(name, state);
  return state;
}
