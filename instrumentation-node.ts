import { answerDirectly } from './lib/http/front';
import { start } from './lib/jobs/start';

/** What runs before the first request: what comes often gets its direct way, then database and jobs. */
export async function startService(): Promise<void> {
  const [stream, preview, progress, courses, payments, products, product, callback] = await Promise.all([
    import('./app/api/user/[userId]/video/stream/[courseName]/[lesson]/route'),
    import('./app/api/preview/[courseName]/[lesson]/route'),
    import('./app/api/user/[userId]/progress/[courseName]/route'),
    import('./app/api/user/[userId]/profile/getMyCourses/route'),
    import('./app/api/user/[userId]/profile/getMyPayments/route'),
    import('./app/api/payment/getProducts/route'),
    import('./app/api/payment/getProduct/[key]/route'),
    import('./app/api/payment/callback/route'),
  ]);
  answerDirectly('GET', '/api/user/{userId}/video/stream/{courseName}/{lesson}', stream.GET);
  answerDirectly('GET', '/api/preview/{courseName}/{lesson}', preview.GET);
  for (const method of ['GET', 'PUT', 'POST'] as const) answerDirectly(method, '/api/user/{userId}/progress/{courseName}', progress[method]);
  answerDirectly('GET', '/api/user/{userId}/profile/getMyCourses', courses.GET);
  answerDirectly('GET', '/api/user/{userId}/profile/getMyPayments', payments.GET);
  answerDirectly('GET', '/api/payment/getProducts', products.GET);
  answerDirectly('GET', '/api/payment/getProduct/{key}', product.GET);
  answerDirectly('POST', '/api/payment/callback', callback.POST);
  await start();
}
