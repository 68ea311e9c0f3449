const reachable = [Object, Function, Array, String, Number, Boolean];

/** Prevents prototype pollution: `object[name][key] = value` with names from a client cannot change built-ins (X27). */
export function freezeBuiltins(): void {
  for (const builtin of reachable) {
    for (const holder of [builtin, builtin.prototype]) {
      for (const { value } of Object.values(Object.getOwnPropertyDescriptors(holder) as PropertyDescriptorMap))
        if (typeof value === 'function') Object.freeze(value);
    }
  }
  for (const name of Object.getOwnPropertyNames(Object.prototype)) makeOverridable(name);
  for (const builtin of reachable) {
    Object.freeze(builtin.prototype);
    Object.freeze(builtin);
  }
}

/** Keeps `Money.prototype.toString = …` possible despite the freeze, because Prisma, zod and source-map do that. */
function makeOverridable(name: string): void {
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
