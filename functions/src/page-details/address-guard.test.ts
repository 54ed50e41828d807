import { describe, expect, test } from 'vitest';

import { addressGuard } from '#functions/page-details/address-guard.ts';

const allowed = addressGuard([]);

describe('the address guard', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'fe80::1%eth0',
    'localhost',
    '',
  ])('rejects %s', (address) => {
    expect(allowed(address)).toBe(false);
  });

  test.each(['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '93.184.216.34', '2606:4700:4700::1111'])(
    'allows %s',
    (address) => {
      expect(allowed(address)).toBe(true);
    },
  );

  test('allows the opened addresses and not their neighbours', () => {
    const open = addressGuard(['127.0.0.1']);
    expect(open('127.0.0.1')).toBe(true);
    expect(open('127.0.0.2')).toBe(false);
    expect(open('::1')).toBe(false);
  });
});
