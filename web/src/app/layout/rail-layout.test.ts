import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { railWidthsSaver, resized, resizeStep, savedRailWidths } from './rail-layout.ts';

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

const DEFAULT = { left: 15, right: 0, preview: 27 };

describe('the remembered widths of the rails', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are the last saved widths', () => {
    const storage = memoryStorage();
    railWidthsSaver(() => storage)({ left: 23.4, right: 10, preview: 30 });
    vi.advanceTimersByTime(100);
    expect(savedRailWidths(() => storage)).toEqual({ left: 23.4, right: 10, preview: 30 });
    // An earlier version has stored two widths.
    storage.setItem('foldmark.layout', '23.4 10');
    expect(savedRailWidths(() => storage)).toEqual({ left: 23.4, right: 10, preview: 27 });
  });

  it('are saved once, 100 ms after the last of many changes', () => {
    const storage = memoryStorage();
    const save = railWidthsSaver(() => storage);
    for (const left of [16, 17, 18]) {
      save({ left, right: 0, preview: 27 });
      vi.advanceTimersByTime(99);
    }
    expect(storage.writes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(storage.writes).toEqual(['18.000 0.000 27.000']);
  });

  it.each(['', 'wide', '0', '-3', '100', 'NaN', '1e9', '20 -1', '60 50', '60 0 120', '20 0 0', '20 x'])(
    'are the default if storage contains an invalid value: %j',
    (text) => {
      expect(savedRailWidths(() => ({ ...memoryStorage(), getItem: () => text }))).toEqual(DEFAULT);
    },
  );

  it('keep a left rail that leaves no room for the details, while these are closed', () => {
    const storage = { ...memoryStorage(), getItem: () => '60 0 50' };
    expect(savedRailWidths(() => storage)).toEqual({ left: 60, right: 0, preview: 50 });
  });

  it('are not remembered if the browser blocks storage', () => {
    expect(savedRailWidths(blocked)).toEqual(DEFAULT);
    railWidthsSaver(blocked)({ left: 20, right: 0, preview: 27 });
    expect(() => vi.advanceTimersByTime(100)).not.toThrow();
  });
});

describe('resized', () => {
  it('changes one rail within the room that the other leaves', () => {
    expect(resized(15, 10, 20)).toBe(25);
    expect(resized(15, 100, 20)).toBe(80);
    expect(resized(20, -100, 15)).toBe(0);
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
