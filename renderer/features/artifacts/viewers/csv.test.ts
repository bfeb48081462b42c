import { describe, expect, it } from 'vitest';
import { Csv, isNumeric } from './csv.ts';

function read(text: string, separator = ','): string[][] {
  const csv = new Csv(text, separator);
  while (!csv.advance(5));
  return csv.rows;
}

describe('Csv', () => {
  it.each<[string, string, string[][]]>([
    [
      'a,b\n1,2',
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;"b;c"\r1;2',
      ';',
      [
        ['a', 'b;c'],
        ['1', '2'],
      ],
    ],
    ['"a ""b""\nc",d', ',', [['a "b"\nc', 'd']]],
    [
      'a,,\n,',
      ',',
      [
        ['a', '', ''],
        ['', ''],
      ],
    ],
    ['"open', ',', [['open']]],
    ['"a"b,c', ',', [['ab', 'c']]],
    ['\ufeffa\tb', '\t', [['a', 'b']]],
    ['a\n\nb', ',', [['a'], [''], ['b']]],
    ['', ',', []],
  ])('reads %j', (text, separator, rows) => {
    expect(read(text, separator)).toEqual(rows);
  });
});

it.each([
  ['12', true],
  ['-1,204.5', true],
  ['3e10', true],
  ['50 %', true],
  ['12 apples', false],
  ['', false],
  ['2015-09-01', false],
])('isNumeric %j', (cell, expected) => {
  expect(isNumeric(cell)).toBe(expected);
});
