import { describe, expect, it } from 'vitest';
import { partsOf } from './broadcast';

describe('page drops', () => {
  it('O7 many tags travel in messages that PostgreSQL accepts, none lost', () => {
    const tags = Array.from({ length: 3000 }, (_, index) => `article:مقال-${index}`);
    const parts = partsOf(tags);
    expect(parts.flat()).toEqual(tags);
    expect(Math.max(...parts.map((part) => Buffer.byteLength(JSON.stringify(part))))).toBeLessThan(7600);
  });
});
