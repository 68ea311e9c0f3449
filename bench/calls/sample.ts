import { type BenchUser, buyProduct, signInAdministrator, signUp } from '../users';
import type { World } from '../world';

export const course = 'nextjs-from-zero';
export const productKey = 'course-nextjs';
export const lesson = '02-first-page.mp4';

export interface Scene {
  readonly world: World;
  readonly learner: BenchUser;
  readonly orderId: string;
  admin: BenchUser;
}

export interface Sample {
  /** The caller: null for a visitor. By default, the learner or admin that the route requires. */
  readonly as?: BenchUser | null;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Use a function to create data for each request before the measurement. */
export type Sampler = Sample | ((scene: Scene) => Promise<Sample>);

/** Keys are method and path, as in `lib/routes.ts`. */
export type Samples = Readonly<Record<string, Sampler>>;

export async function createScene(world: World): Promise<Scene> {
  const learner = await signUp(world);
  const orderId = await buyProduct(world, learner, productKey);
  return { world, learner, orderId, admin: await signInAdministrator(world) };
}
