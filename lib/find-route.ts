import { isLanguage } from '@/lib/language';
import { routes, type Route } from './routes';

interface Node {
  readonly fixed: Map<string, Node>;
  parameter?: Node;
  /** takes this and every further segment */
  rest?: Route;
  route?: Route;
}

const newNode = (): Node => ({ fixed: new Map() });
const root = newNode();
for (const route of routes) addToTree(route);

function addToTree(route: Route): void {
  let node = root;
  for (const part of route.path.split('/').slice(1)) {
    if (part.startsWith('[...') || part.startsWith('[[...')) {
      node.rest = route;
      if (part.startsWith('[[')) node.route = route;
      return;
    }
    if (part.startsWith('[')) node = node.parameter ??= newNode();
    else {
      const child = node.fixed.get(part) ?? newNode();
      node.fixed.set(part, child);
      node = child;
    }
  }
  node.route = route;
}

function search(node: Node, segments: readonly string[], at: number): Route | undefined {
  if (at === segments.length) return node.route;
  const child = node.fixed.get(segments[at] ?? '');
  const isOpen = node !== root || isLanguage(segments[at]);
  return (child && search(child, segments, at + 1)) ?? (node.parameter && isOpen ? search(node.parameter, segments, at + 1) : undefined) ?? node.rest;
}

/** Decoded segments of a path, or null when it cannot be decoded. Backslashes separate like slashes. */
export function segmentsOf(path: string): string[] | null {
  try {
    return decodeURIComponent(path).split(/[\\/]+/).filter((segment) => segment !== '');
  } catch {
    return null;
  }
}

/** Next answers `page.rsc` and `page.segments` like `page`, so both are the same route. */
const transportSuffix = /\.(?:rsc|segments)$/;

/** The route that answers at these decoded segments, or undefined: such a page or call is not there. Letter case counts (A8). */
export function findRoute(segments: readonly string[]): Route | undefined {
  return search(root, segments, 0) ?? search(root, segments.map((segment) => segment.replace(transportSuffix, '')), 0);
}
