import { fillGrown } from '../../fill';
import { sendRequest } from '../../http';
import { computePercentile, type Line } from '../../line';
import { waitForJobs } from '../../processor-time';
import type { World } from '../../world';

const most = 50;
const rounds = 4;

const queries: Readonly<Record<string, readonly string[]>> = {
  ar: ['موقع', 'الصفحة', 'تطبيق سريع', 'نشر', 'العربيه تكتب', 'إعلان', 'عميل', 'ا', 'زرافة', 'متجر الكتروني'],
  en: ['website', 'page', 'layout', 'next', 'publish the app', 'customer', 'arabic', 'a', 'giraffe', 'privacy policy'],
  de: ['Website', 'Seite', 'Kunde', 'App', 'veröffentlichen', 'Kurs', 'Datenschutz', 'a', 'Giraffe', 'schnell'],
};

export async function searchTime(world: World): Promise<Line[]> {
  await world.stopSite();
  const { articles, courses } = await fillGrown(world.env);
  await world.start();
  await waitForJobs(world.getPid());
  const paths = Object.entries(queries).flatMap(([lang, all]) =>
    all.map((q) => `/api/search?${new URLSearchParams({ lang, q })}`),
  );
  const times: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    for (const path of paths) {
      const began = performance.now();
      const { status } = await sendRequest(world.port, path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      if (round >= 0) times.push(performance.now() - began);
    }
  }
  const worst = computePercentile(times, 0.95);
  return [
    {
      measure: 'search over courses, lessons, articles and pages, p95',
      goal: `≤ ${most} ms`,
      ours: `${worst.toFixed(1)} ms`,
      reference: '',
      ratio: null,
      spread: null,
      met: worst <= most,
      note: `${articles} articles, ${courses} courses; median ${computePercentile(times, 0.5).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms of ${times.length}`,
    },
  ];
}
