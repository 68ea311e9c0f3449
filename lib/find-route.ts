import { isLanguage } from './language';
import { type Route, routes } from './routes';

interface RouteNode {
  readonly fixed: Map<string, RouteNode>;
  parameter?: RouteNode;
  rest?: Route;
  route?: Route;
}

const newNode = (): RouteNode => ({ fixed: new Map() });
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

function searchTree(node: RouteNode, segments: readonly string[], at: number): Route | undefined {
  if (at === segments.length) return node.route;
  const child = node.fixed.get(segments[at] ?? '');
  const isOpen = node !== root || isLanguage(segments[at]);
  return (
    (child && searchTree(child, segments, at + 1)) ??
    (node.parameter && isOpen ? searchTree(node.parameter, segments, at + 1) : undefined) ??
    node.rest
  );
}

/** Splits at backslashes as well as slashes. Returns null for a path that cannot be decoded. */
export function splitSegments(path: string): string[] | null {
  try {
    return decodeURIComponent(path)
      .split(/[\\/]+/)
      .filter((segment) => segment !== '');
  } catch {
    return null;
  }
}

/** Next serves `page.rsc` and `page.segments` from the same route as `page`. */
const transportSuffix = /\.(?:rsc|segments)$/;

/** Paths are case-sensitive (A8). */
export function findRoute(segments: readonly string[]): Route | undefined {
  return (
    searchTree(root, segments, 0) ??
    searchTree(
      root,
      segments.map((segment) => segment.replace(transportSuffix, '')),
      0,
    )
  );
}
