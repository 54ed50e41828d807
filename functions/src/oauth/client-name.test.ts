import { expect, test } from 'vitest';

import { clientName } from '#functions/oauth/client-name.ts';

test.each([
  ['  Claude \n Desktop ', 'Claude Desktop'],
  ['exe\u202egpj', 'exegpj'],
  ['Bell\u0007', 'Bell'],
  ['Größter Klient 東京 🔖', 'Größter Klient 東京 🔖'],
  [`${'x'.repeat(59)}🔖`, 'x'.repeat(59)],
  ['Landmark Folders', 'Landmark Folders'],
  ['An agent (beta)', 'An agent (beta)'],
  ['An agent (foldmark)', 'An agent'],
  ['An agent(F0ldmark server)', 'An agent'],
])('%j is shown as %j', (text, name) => {
  expect(clientName(text)).toBe(name);
});

test.each(['', ' ', '\u200b\u200d', '\u202e', '\u3164', '\u2800\u115f'])('%j is no name', (text) => {
  expect(clientName(text)).toBe('');
});

test.each([
  'Foldmark',
  'FOLDMARK support',
  'The official Foldmark app',
  'Foldmark (an agent)',
  'Foldmark (foldmark)',
  '(foldmark)',
  'Fold mark',
  'F.o.l.d.m.a.r.k',
  'F\u200bold\u00admark',
  'Fo\u202eldmark',
  'FoIdmark',
  'F0ldmark',
  'Fo1dm4rk',
  'Foldrnark',
  'Folclmark',
  'Fоldmаrk',
  'ｆｏｌｄｍａｒｋ',
  '𝐅𝐨𝐥𝐝𝐦𝐚𝐫𝐤',
  'ⓕⓞⓛⓓⓜⓐⓡⓚ',
  'ꜰᴏʟᴅᴍᴀʀᴋ',
  'Føłđmärk',
  'F̶o̶l̶d̶m̶a̶r̶k̶',
  `${'x'.repeat(80)} Foldmark`,
])('%j imitates Foldmark, so it is not shown', (text) => {
  expect(clientName(text)).toBe('');
});
