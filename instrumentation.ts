/** Next calls it once at start, before the first page. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  await answerFilmsDirectly();
  await (await import('./lib/jobs/start')).start();
}

async function answerFilmsDirectly(): Promise<void> {
  const { answerDirectly } = await import('./lib/http/front');
  const [stream, preview] = await Promise.all([
    import('./app/api/user/[userId]/video/stream/[courseName]/[lesson]/route'),
    import('./app/api/preview/[courseName]/[lesson]/route'),
  ]);
  answerDirectly('/api/user/{userId}/video/stream/{courseName}/{lesson}', stream.GET);
  answerDirectly('/api/preview/{courseName}/{lesson}', preview.GET);
}

export async function onRequestError(error: unknown, request: { path: string; method: string }, context: { routePath: string; routeType: string }): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { log } = await import('./lib/log');
  const digest = (error as { digest?: string }).digest;
  log.error({ err: error, digest, method: request.method, path: request.path.split('?')[0], route: context.routePath, type: context.routeType }, 'request failed');
}
