import { describe, expect, test } from 'vitest';
import { freezeBuiltins } from './freeze-builtins';

function write(start: unknown, path: string): void {
  const names = path.split('.');
  const last = names.pop()!;
  const place = names.reduce<Record<string, unknown>>(
    (at, name) => at[name] as Record<string, unknown>,
    start as Record<string, unknown>,
  );
  place[last] = {};
}

freezeBuiltins();

describe('frozen built-in prototypes [X27]', () => {
  test.each([
    [{}, 'hasOwnProperty.call'],
    [{}, 'toString.call'],
    [{}, 'toString.__proto__.call'],
    [{}, 'constructor.keys'],
    [{}, 'constructor.keys.call'],
    [{}, 'constructor.prototype.isAdmin'],
    [{}, '__proto__.isAdmin'],
    [{}, '__proto__.toString'],
    [[], 'map.call'],
    [[], 'constructor.prototype.0'],
    ['text', 'constructor.prototype.trim'],
    [5, 'toFixed.call'],
  ])('cannot be changed from %j through %s [X27]', (start, path) => {
    expect(() => write(start, path)).toThrow(TypeError);
    expect([Object.hasOwn({ a: 1 }, 'a'), String({}), [1].map(String), ' x '.trim(), Object.keys({ a: 1 })]).toEqual([
      true,
      '[object Object]',
      ['1'],
      'x',
      ['a'],
    ]);
    expect([({} as { isAdmin?: unknown }).isAdmin, ([] as unknown[])[0]]).toEqual([undefined, undefined]);
  });

  test('objects and classes can still define their own member with an inherited name [X27]', () => {
    const plain = {} as { toString: () => string; valueOf: () => number };
    plain.toString = () => 'mine';
    plain.valueOf = () => 7;
    function Money() {}
    Money.prototype.toString = () => '5';
    Money.prototype.constructor = Money;
    class Trouble extends Error {}
    Trouble.prototype.name = 'Trouble';
    expect([
      `${plain}`,
      Number(plain),
      Object.keys(plain),
      String(new (Money as unknown as new () => object)()),
      String(new Trouble('x')),
    ]).toEqual(['mine', 7, ['toString', 'valueOf'], '5', 'Trouble: x']);
    expect({ ...plain }).toHaveProperty('toString', plain.toString);
  });
});
