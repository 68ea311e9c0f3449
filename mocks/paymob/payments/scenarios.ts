import type { GatewayResult } from '../state/records';

/** `corrupt` names the field to change after signing. */
export interface PlannedCallback {
  afterMs: number;
  corrupt?: string;
}

export interface Scenario {
  outcome: 'paid' | 'declined' | 'abandoned';
  threeDSecure?: boolean;
  errorOccurred?: boolean;
  result: GatewayResult;
  callbacks: PlannedCallback[];
  redirect?: boolean;
  /** A further event after the payment, which `settle` in attempts.ts causes. */
  also?: 'stale-decline' | 'second-success' | 'refund-later';
  amountOff?: number;
}

export const approved: GatewayResult = { code: 'APPROVED', acquirer: '00', message: 'Approved' };
const immediately: PlannedCallback[] = [{ afterMs: 0 }];

const createPaidScenario = (more: Partial<Scenario> = {}): Scenario => ({
  outcome: 'paid',
  result: approved,
  callbacks: immediately,
  ...more,
});

const createDeclinedScenario = (code: string, acquirer: string | null, more: Partial<Scenario> = {}): Scenario => ({
  outcome: 'declined',
  result: { code, acquirer, message: code },
  callbacks: immediately,
  ...more,
});

export const scenarios = {
  'paid-3ds': createPaidScenario({ threeDSecure: true }),
  paid: createPaidScenario(),
  declined: createDeclinedScenario('DECLINED', '05'),
  'insufficient-funds': createDeclinedScenario('INSUFFICIENT_FUNDS', '51'),
  'expired-card': createDeclinedScenario('EXPIRED_CARD', '54'),
  'invalid-csc': createDeclinedScenario('INVALID_CSC', 'N7'),
  'timed-out': createDeclinedScenario('TIMED_OUT', null, { errorOccurred: true }),
  blocked: createDeclinedScenario('BLOCKED', null),
  'authentication-failed': createDeclinedScenario('AUTHENTICATION_FAILED', null),
  abandoned: { outcome: 'abandoned', result: { code: 'PENDING', acquirer: null, message: 'Pending' }, callbacks: [] },
  'late-callback': createPaidScenario({ callbacks: [{ afterMs: 5000 }] }),
  'no-callback': createPaidScenario({ callbacks: [] }),
  'callback-thrice': createPaidScenario({ callbacks: [{ afterMs: 0 }, { afterMs: 0 }, { afterMs: 5000 }] }),
  'corrupt-first': createPaidScenario({ callbacks: [{ afterMs: 0, corrupt: 'hmac' }, { afterMs: 2000 }] }),
  'stale-decline': createPaidScenario({ also: 'stale-decline' }),
  'no-redirect': createPaidScenario({ redirect: false }),
  'amount-off': createPaidScenario({ amountOff: 1 }),
  'double-charge': createPaidScenario({ also: 'second-success' }),
  'refunded-later': createPaidScenario({ also: 'refund-later' }),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);

export const getScenario = (name: string): Scenario => {
  if (!isScenario(name)) throw new RangeError(`unknown scenario ${name}`);
  return scenarios[name];
};

/** The payment page accepts only these numbers, because others might be real cards. */
export const testCards: readonly { pan: string; scenario: ScenarioName }[] = [
  { pan: '5123456789012346', scenario: 'paid-3ds' },
  { pan: '5123450000000008', scenario: 'paid-3ds' },
  { pan: '4111111111111111', scenario: 'paid-3ds' },
  { pan: '9955000000000014', scenario: 'paid' },
  { pan: '4000000000000002', scenario: 'declined' },
  { pan: '4000000000009995', scenario: 'insufficient-funds' },
  { pan: '4000000000000069', scenario: 'expired-card' },
  { pan: '4000000000000127', scenario: 'invalid-csc' },
  { pan: '4000000000000119', scenario: 'timed-out' },
  { pan: '9955000000000022', scenario: 'blocked' },
  { pan: '9955000000000030', scenario: 'late-callback' },
  { pan: '9955000000000048', scenario: 'no-callback' },
  { pan: '9955000000000055', scenario: 'callback-thrice' },
  { pan: '9955000000000063', scenario: 'corrupt-first' },
  { pan: '9955000000000071', scenario: 'stale-decline' },
  { pan: '9955000000000089', scenario: 'no-redirect' },
  { pan: '9955000000000097', scenario: 'amount-off' },
  { pan: '9955000000000105', scenario: 'double-charge' },
  { pan: '9955000000000113', scenario: 'refunded-later' },
];

export const testWallet = '01010101010';
export const oneTimePassword = '123456';
