interface FailedRequest { path: string; method: string }
interface FailedRoute { routePath: string; routeType: string }

// Conditions around the imports, not before them: the build follows no import for the edge runtime then.

/** Next calls it once at start, before the first page. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    await (await import('./lib/jobs/start')).start();
  }
}

export async function onRequestError(error: unknown, request: FailedRequest, context: FailedRoute): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { log } = await import('./lib/log');
    const digest = (error as { digest?: string }).digest;
    log.error({ err: error, digest, method: request.method, path: request.path.split('?')[0], route: context.routePath, type: context.routeType }, 'request failed');
  }
}
