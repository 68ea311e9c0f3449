import type { Integration } from '../config';
import type { Intention, Transaction } from './records';
import type { World } from './world';

export const isExpired = (world: World, intention: Intention): boolean => intention.expiresAt <= world.clock.now();

export const findBySecret = (world: World, secret: string): Intention | undefined =>
  world.store.intentions.find((intention) => intention.clientSecret === secret);

export const findByOrder = (world: World, orderId: number): Intention | undefined =>
  world.store.intentions.find((intention) => intention.orderId === orderId);

/** Also finds by order id or special reference, for the control API. */
export const findIntention = (world: World, key: string): Intention | undefined =>
  world.store.intentions.find((one) => one.id === key || one.clientSecret === key || String(one.orderId) === key || one.specialReference === key);

export const integrationById = (world: World, id: number): Integration | undefined => world.config.integrations.find((one) => one.id === id);

export const findTransaction = (world: World, id: number): Transaction | undefined => world.store.transactions.find((one) => one.id === id);

export const transactionsOf = (world: World, orderId: number): Transaction[] => world.store.transactions.filter((one) => one.orderId === orderId);

/** Money of this transaction is with the merchant (or was, before refunds). */
export const isTaken = (one: Transaction): boolean =>
  one.parentId === null && one.success && !one.pending && !one.isVoided && (!one.isAuth || one.isCaptured);

export const isPaid = (world: World, orderId: number): boolean =>
  transactionsOf(world, orderId).some((one) => one.parentId === null && one.success && !one.pending && !one.isVoided);

export const paidAmount = (world: World, orderId: number): number =>
  transactionsOf(world, orderId)
    .filter(isTaken)
    .reduce((total, one) => total + (one.isAuth ? one.capturedAmount : one.amount), 0);
