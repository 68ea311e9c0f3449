// Stands in for `server-only` in tests: vitest is the server.
export {};
