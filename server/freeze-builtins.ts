/** What a name that somebody sent can reach from an object, a list, a text, a number, a truth value or a function. */
const reachable = [Object, Function, Array, String, Number, Boolean];

/**
 * Makes what every object inherits unchangeable, so that a name from outside that slips into `object[name][other] = value`
 * breaks one request and not the service (X27). Promises, errors and dates cannot be reached so, and Next
 * itself writes on some of them.
 */
export function freezeBuiltins(): void {
  for (const builtin of reachable) {
    for (const holder of [builtin, builtin.prototype]) {
      for (const { value } of Object.values(Object.getOwnPropertyDescriptors(holder) as PropertyDescriptorMap)) if (typeof value === 'function') Object.freeze(value);
    }
  }
  for (const name of Object.getOwnPropertyNames(Object.prototype)) letObjectsHaveTheirOwn(name);
  for (const builtin of reachable) {
    Object.freeze(builtin.prototype);
    Object.freeze(builtin);
  }
}

/**
 * A frozen `Object.prototype.toString` would also forbid `Money.prototype.toString = …`, which Prisma, zod and source-map
 * write: assigning a name that is read-only where it is inherited from is an error. Read through an accessor it is not.
 */
function letObjectsHaveTheirOwn(name: string): void {
  const { value, writable, enumerable = false } = Object.getOwnPropertyDescriptor(Object.prototype, name) ?? {};
  if (!writable) return;
  Object.defineProperty(Object.prototype, name, {
    enumerable,
    get: () => value as unknown,
    set(this: object, own: unknown) {
      if (this === Object.prototype) throw new TypeError(`Object.prototype.${name} is read-only`);
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
    },
  });
}
