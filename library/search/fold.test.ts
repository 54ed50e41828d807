import { expect, test } from 'vitest';

import { fold } from './fold.ts';

test.each([
  ['JavaScript', 'javascript'],
  ['CAFÉ cafe\u0301', 'cafe cafe'],
  ['İSTANBUL Işık', 'istanbul isik'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Øresund Łódź Ægir œuvre Đorđe Þór', 'oresund lodz aegir oeuvre dorde thor'],
  ['ΟΔΟΣ οδός ᾳ', 'οδοσ οδοσ α'],
  ['Ёжик', 'ежик'],
  ['й', 'й'],
  ['ﾕｰｻﾞｰ ＡＢＣ', 'ユーザー abc'],
  ['がか', 'がか'],
  ['각가', '각가'],
  ['ﬁ ½ ㍿', 'fi 1⁄2 株式会社'],
  ['Ạ́', 'a'],
  ['Type\u00adScript\u200e \ufeffe\u200b\u0301', 'typescript e'],
])('%s is folded to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});
