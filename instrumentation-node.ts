import { answerDirectly } from './lib/http/front';
import { start } from './lib/jobs/start';

/** What runs before the first request: what comes often gets its direct way, then database and jobs. */
export async function startService(): Promise<void> {
  const [stream, preview, callback, { callbackScreen }] = await Promise.all([
    import('./app/api/user/[userId]/video/stream/[courseName]/[lesson]/route'),
    import('./app/api/preview/[courseName]/[lesson]/route'),
    import('./app/api/payment/callback/route'),
    import('./lib/checkout/callback-screen'),
  ]);
  answerDirectly('GET', '/api/user/{userId}/video/stream/{courseName}/{lesson}', stream.GET);
  answerDirectly('GET', '/api/preview/{courseName}/{lesson}', preview.GET);
  answerDirectly('POST', '/api/payment/callback', callback.POST, await callbackScreen());
  await start();
}
