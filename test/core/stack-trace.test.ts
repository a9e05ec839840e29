import { describe, expect, it } from 'vitest'
import { redactedTrace } from '../../src/core/redact/marks'
import { withoutTraces } from '../../src/core/redact/traces'
import { splitTrace } from '../../src/core/stack-trace'

const python = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    f()\n    ^^^\n'

// What a text is of, what its trace is, and what else is to be read.
const behind: [language: string, message: string, trace: string][] = [
  [
    'JavaScript',
    'Error: boom',
    '    at f (/a/b.js:1:2)\n    at new Promise (<anonymous>)\n    at async /a.js:3:4',
  ],
  ['JavaScript, with members', 'Error: boom', '    at f (/a/b.js:1:2) {\n  code: 1\n}'],
  ['JavaScript, without indentation', 'Error: boom', 'at f (/a/b.js:1:2)\nat file:///a/b.js:3:4'],
  ['JavaScript, several lines long', 'Error: boom\nand more', '    at f (/a/b.js:1:2)'],
  [
    'Java, with its cause',
    'java.lang.IllegalStateException: boom',
    '\tat com.foo.Bar.baz(Bar.java:10)\n\tat com.foo.Main.main(Native Method)\nCaused by: java.io.IOException: disk\n\t... 2 more',
  ],
  ['C#', 'System.Exception: boom', '   at Foo.Bar(String x) in C:\\x\\a.cs:line 5'],
  ['Go', 'panic: boom\n', 'goroutine 1 [running]:\nmain.main()\n\t/a/main.go:5 +0x1d\nexit status 2'],
  [
    'Rust',
    "thread 'main' panicked at src/main.rs:2:5:\nboom",
    'stack backtrace:\n   0: std::panicking\n             at /rustc/x.rs:1:2',
  ],
  ['Ruby', "a.rb:1:in `f': boom (RuntimeError)", "\tfrom a.rb:3:in `<main>'"],
  ['PHP', 'PHP Fatal error: boom', 'Stack trace:\n#0 /a.php(3): f()\n#1 {main}'],
  ['two errors', 'a', '    at f (/a/b.js:1:2)\nb\n    at g (/a/b.js:1:2)\nc'],
  ['Python without a message', 'It broke.', python.trimEnd()],
]

describe('the trace of a text', () => {
  it.each(behind)('stands behind its message: %s', (_, message, trace) => {
    expect(splitTrace(`${message}\n${trace}`)).toEqual({ before: '', message, after: `\n${trace}` })
  })

  it.each([
    ['an error', `${python}ValueError: bad`, python, 'ValueError: bad'],
    ['an error of several lines', `${python}ValueError: bad\nworse`, python, 'ValueError: bad\nworse'],
    [
      'an error while handling another',
      `${python}ValueError: bad\n\nDuring handling of the above exception, another exception occurred:\n\n${python}KeyError: 1`,
      `${python}ValueError: bad\n\nDuring handling of the above exception, another exception occurred:\n\n${python}`,
      'KeyError: 1',
    ],
    ['words before it', `Oh no.\n${python}ValueError: bad`, `Oh no.\n${python}`, 'ValueError: bad'],
  ])('stands before the message in Python: %s', (_, text, before, message) => {
    expect(splitTrace(text)).toEqual({ before, message, after: '' })
  })

  it('keeps the ends of lines as they are', () => {
    expect(splitTrace('boom\r\n    at f (/a/b.js:1:2)\r\n')).toEqual({
      before: '',
      message: 'boom\r',
      after: '\n    at f (/a/b.js:1:2)\r\n',
    })
  })

  it.each([
    '',
    'one line',
    'two\nlines',
    'Look\nat me',
    'a list:\n  1: one\n  2: two',
    '    at f (/a/b.js:1:2)',
    '    at f (/a/b.js:1:2)\nboom',
    '\n\n    at f (/a/b.js:1:2)',
    python,
    `boom\n    at f (/${'a'.repeat(1000)}.js:1:2)`,
  ])('is not in %j', (text) => {
    expect(splitTrace(text)).toBeUndefined()
  })
})

describe('a text without its traces', () => {
  it.each<[string, string]>([
    ['Error: boom\n    at f (/a/b.js:1:2)\n    at g (/a/b.js:3:4)', `Error: boom\n${redactedTrace}`],
    ['Error: boom\n    at f (/a/b.js:1:2) {\n  code: 1\n}', `Error: boom\n${redactedTrace} {\n  code: 1\n}`],
    ['Error: boom at f (/a/b.js:1:2) at g (/a/b.js:3:4)', `Error: boom ${redactedTrace}`],
    [`${python}ValueError: bad`, `${redactedTrace}\nValueError: bad`],
    [
      '<pre>Error: boom<br> &nbsp; &nbsp;at f (/a/b.js:1:2)<br>at /a/b.js:3:4</pre>',
      `<pre>Error: boom ${redactedTrace}</pre>`,
    ],
    ['<p>\n<b>boom</b>\n    at f (/a/b.js:1:2)</pre>\n</p>', `<p>\n<b>boom</b>\n${redactedTrace}\n</p>`],
    ['nothing of the kind', 'nothing of the kind'],
    ['nothing\nof the kind', 'nothing\nof the kind'],
  ])('of %j is the rest', (text, expected) => {
    expect(withoutTraces(text)).toBe(expected)
  })
})
