import { describe, expect, test } from 'vitest';
import { byteOrderMark, csvCell, csvLine, removeFormulaGuards } from './csv.ts';

describe('a cell of a CSV file', () => {
  test.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+20100', "'+20100"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t\'=1"'],
    ['Mona; Samir', '"Mona; Samir"'],
    ["Mona;=cmd|' /C calc'!A0;", `"Mona;'=cmd|' /C calc'!A0;"`],
    ['a;b\t -1; "@x"', `"a;b\t' -1;' ""@x"""`],
    ['two\n=1', '"two\n\'=1"'],
    [' =cmd', "' =cmd"],
    ['=a,"b"', '"\'=a,""b"""'],
    [-2, '-2'],
    [null, ''],
    ['منى', 'منى'],
  ])('%o is written %o', (value, expected) => {
    expect(csvCell(value)).toBe(expected);
    const cell = expected.replace(/^"|"$/g, '').replaceAll('""', '"');
    expect(removeFormulaGuards(cell)).toBe(String(value ?? ''));
  });

  test('lines end with CRLF', () => expect(byteOrderMark + csvLine(['a', 1])).toBe('\ufeffa,1\r\n'));
});
