import { describe, expect, it } from 'vitest'
import { formatGoDuration, parseGoDuration } from '../../src/core/go-duration'

describe('a Go duration that is read', () => {
  it.each([
    ['0', 0],
    ['0s', 0],
    ['-0', 0],
    ['+0', 0],
    ['-0s', 0],
    ['-0h0m', 0],
    ['1ns', 1e-9],
    ['1us', 1e-6],
    ['250µs', 0.00025],
    ['250μs', 0.00025],
    ['1.5ms', 0.0015],
    ['1s', 1],
    ['+1s', 1],
    ['-1s', -1],
    ['.5s', 0.5],
    ['1.s', 1],
    ['1m0s', 60],
    ['1m', 60],
    ['1h', 3600],
    ['36h0m0s', 129600],
    ['1h1m1s1ms1us1ns', 3661.001001001],
    ['-1m30s', -90],
    ['1.5h', 5400],
    ['12.25s', 12.25],
    ['100000h', 360000000],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseGoDuration(text)).toBe(seconds)
  })

  it.each([
    '',
    '-',
    '+',
    's',
    '1',
    '00',
    '1d',
    '1 s',
    ' 1s',
    '1s ',
    '.s',
    '1..5s',
    '--1s',
    '+-1s',
    '1sx',
    'x1s',
    '1m-1s',
    '1S',
    '1e3s',
    '1x1s',
  ])('is none in %j', (text) => {
    expect(parseGoDuration(text)).toBeUndefined()
  })
})

describe('a Go duration that is written', () => {
  it.each([
    [0, '0s'],
    [1e-10, '0s'],
    [1e-9, '1ns'],
    [999e-9, '999ns'],
    [1e-6, '1µs'],
    [1.5e-6, '1.5µs'],
    [0.00025, '250µs'],
    [999.999e-6, '999.999µs'],
    [0.001, '1ms'],
    [0.0015, '1.5ms'],
    [0.999999999, '999.999999ms'],
    [1, '1s'],
    [1.25, '1.25s'],
    [10, '10s'],
    [59.5, '59.5s'],
    [60, '1m0s'],
    [61.5, '1m1.5s'],
    [90, '1m30s'],
    [3599, '59m59s'],
    [3600, '1h0m0s'],
    [3661, '1h1m1s'],
    [129600, '36h0m0s'],
    [0.9999999999, '1s'],
    [9223372036, '2562047h47m16s'],
    [9223372036.5, '2562047h47m16.5s'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatGoDuration(seconds)).toBe(text)
  })

  it.each([
    -1,
    -1e-9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    9223372037,
    1e10,
    1e10 + 1,
    1e21,
  ])('is none for %d seconds', (seconds) => {
    expect(formatGoDuration(seconds)).toBeUndefined()
  })

  it.each([0, 0.5, 1, 59.999, 60, 3600.25, 129600, 0.000001])('is read as the same %d seconds', (seconds) => {
    expect(parseGoDuration(formatGoDuration(seconds) ?? '')).toBe(seconds)
  })
})
