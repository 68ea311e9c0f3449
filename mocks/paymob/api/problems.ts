import { json, type Answer } from './answers';

/** A refusal as Paymob writes it; the server turns it into the answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(JSON.stringify(body));
  }

  answer(): Answer {
    return json(this.status, this.body);
  }
}
