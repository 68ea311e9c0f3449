import { buy, signInAdministrator, signUp, type Person } from '../people';
import type { World } from '../world';

export const course = 'nextjs-from-zero';
export const productKey = 'course-nextjs';
export const lesson = '02-first-page.mp4';

/** Who and what the calls are made with. */
export interface Scene {
  readonly world: World;
  /** Owns the course. */
  readonly learner: Person;
  readonly orderId: string;
  admin: Person;
}

/** One request: what the path, the query and the body are filled with. */
export interface Sample {
  /** Who asks; without it the learner or administrator whom the table of routes names, null for nobody. */
  readonly as?: Person | null;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A function makes what each single request uses up, before anything is measured. */
export type Sampler = Sample | ((scene: Scene) => Promise<Sample>);

/** By method and path, as in `lib/routes.ts`. */
export type Samples = Readonly<Record<string, Sampler>>;

export async function createScene(world: World): Promise<Scene> {
  const learner = await signUp(world);
  const orderId = await buy(world, learner, productKey);
  return { world, learner, orderId, admin: await signInAdministrator(world) };
}
