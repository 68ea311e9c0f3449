import { isPage, routes } from '../../lib/routes';
import { adminSamples } from './admin-samples';
import { contentSamples } from './content-samples';
import { learnerSamples } from './learner-samples';
import { learningSamples } from './learning-samples';
import { newsletterSamples } from './newsletter-samples';
import { pageSamples } from './page-samples';
import { passkeySamples } from './passkey-samples';
import { publicSamples } from './public-samples';
import type { Target } from './request';
import type { Samples } from './sample';
import { seatSamples } from './seat-samples';

const callSamples: Samples = {
  ...publicSamples,
  ...learnerSamples,
  ...learningSamples,
  ...adminSamples,
  ...contentSamples,
  ...newsletterSamples,
  ...passkeySamples,
  ...seatSamples,
};

function buildTargets(all: readonly Omit<Target, 'sampler'>[], samples: Samples): Target[] {
  return all.flatMap((each) => {
    const sampler = samples[each.name];
    return sampler ? [{ ...each, sampler }] : [];
  });
}

const everyCall = routes.flatMap((route) =>
  isPage(route) ? [] : route.methods.map((method) => ({ name: `${method} ${route.path}`, route, method })),
);
const everyPage = routes.flatMap((route) =>
  isPage(route) && route.cache === undefined ? [{ name: `GET ${route.path}`, route, method: 'GET' as const }] : [],
);

export const calls: readonly Target[] = buildTargets(everyCall, callSamples);
export const personalPages: readonly Target[] = buildTargets(everyPage, pageSamples);

export function findMissingSamples(): string[] {
  const wanted = new Set([...everyCall, ...everyPage].map(({ name }) => name));
  const given = new Set([...Object.keys(callSamples), ...Object.keys(pageSamples)]);
  return [...[...wanted].filter((name) => !given.has(name)), ...[...given].filter((name) => !wanted.has(name))];
}
