import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { railPercentSaver, resizeStep, savedRailPercent } from './rail-layout.ts';

function memoryStorage() {
  const items = new Map<string, string>();
  const writes: string[] = [];
  return {
    writes,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      writes.push(value);
      items.set(key, value);
    },
  };
}

const blocked = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

describe('the remembered width of the left rail', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is the last saved width', () => {
    const storage = memoryStorage();
    railPercentSaver(() => storage)(23.4);
    vi.advanceTimersByTime(100);
    expect(savedRailPercent(() => storage)).toBe(23.4);
  });

  it('is saved once, 100 ms after the last of many changes', () => {
    const storage = memoryStorage();
    const save = railPercentSaver(() => storage);
    for (const percent of [16, 17, 18]) {
      save(percent);
      vi.advanceTimersByTime(99);
    }
    expect(storage.writes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(storage.writes).toEqual(['18.000']);
  });

  it.each(['', 'wide', '0', '-3', '100', 'NaN', '1e9'])(
    'is ignored if storage contains an invalid value: %j',
    (text) => {
      expect(savedRailPercent(() => ({ ...memoryStorage(), getItem: () => text }))).toBeNull();
    },
  );

  it('is not remembered if the browser blocks storage', () => {
    expect(savedRailPercent(blocked)).toBeNull();
    railPercentSaver(blocked)(20);
    expect(() => vi.advanceTimersByTime(100)).not.toThrow();
  });
});

describe('resizeStep', () => {
  it('is 10 percent, and 100 with shift', () => {
    expect(resizeStep('ArrowRight', false)).toBe(10);
    expect(resizeStep('ArrowLeft', false)).toBe(-10);
    expect(resizeStep('ArrowRight', true)).toBe(100);
    expect(resizeStep('ArrowLeft', true)).toBe(-100);
  });

  it('leaves other keys alone', () => {
    expect(resizeStep('ArrowUp', false)).toBeNull();
    expect(resizeStep('Tab', true)).toBeNull();
  });
});
