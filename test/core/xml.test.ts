import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../src/core/decode-error'
import { defaultLimits } from '../../src/core/limits'
import {
  escapeAttribute,
  escapeText,
  legalText,
  parseXml,
  sourceOfChildren,
  textOf,
  type XmlElement,
} from '../../src/core/xml'

const parse = (text: string, strict = false) => parseXml(text, defaultLimits, strict)

const failure = (text: string, strict = false, limits = defaultLimits) => {
  try {
    parseXml(text, limits, strict)
  } catch (error) {
    if (error instanceof DecodeError) return { code: error.code, path: error.path, message: error.message }
    throw error
  }
  throw new Error('nothing was thrown')
}

const element = (
  name: string,
  attributes: Record<string, string> = {},
  children: (XmlElement | string)[] = [],
): XmlElement => ({ name, attributes: new Map(Object.entries(attributes)), children })

describe('an element', () => {
  it.each<[string, XmlElement]>([
    ['<a/>', element('a')],
    ['<a></a>', element('a')],
    ['<a b="1" c=\'x"y\'/>', element('a', { b: '1', c: 'x"y' })],
    ['<a> <b> x </b> </a>', element('a', {}, [' ', element('b', {}, [' x ']), ' '])],
    ['<a>007</a>', element('a', {}, ['007'])],
    ['<a>true</a>', element('a', {}, ['true'])],
    ['<a b="007"/>', element('a', { b: '007' })],
    ['<a b="true"/>', element('a', { b: 'true' })],
    ['<a b=" x "/>', element('a', { b: ' x ' })],
    ['<a>1<!-- c -->2</a>', element('a', {}, ['12'])],
    ['<a><!-- c --></a>', element('a')],
    ['<a>x<![CDATA[<&amp;]]>y</a>', element('a', {}, ['x<&amp;y'])],
    ['<a>x<![CDATA[]]>y</a>', element('a', {}, ['xy'])],
    ['<a><b/>x<c/></a>', element('a', {}, [element('b'), 'x', element('c')])],
    ['<?xml version="1.0"?>\n<a/>', element('a')],
    ['<!-- x --><a/><!-- y -->', element('a')],
    ['<?pi x?><a/>', element('a')],
    ['<a>\t\n</a>', element('a', {}, ['\t\n'])],
    ['<a>😀</a>', element('a', {}, ['😀'])],
    ['<a b="&lt;&#10;&quot;"/>', element('a', { b: '<\n"' })],
    ['<a:b/>', element('a:b')],
  ])('is read from %j', (text, expected) => {
    expect(parse(text)).toEqual(expected)
    expect(parse(text, true)).toEqual(expected)
  })

  it.each([
    ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
    ['&#65;&#x41;&#x1f600;', 'AA😀'],
    ['&amp;amp;', '&amp;'],
    ['&#1114111;', '\u{10ffff}'],
    ['&#0000000065;&#x0000000041;', 'AA'],
    ['&#9;&#10;&#13;', '\t\n\r'],
    ['a & b'.replace('&', '&amp;'), 'a & b'],
  ])('has the text of the reference %s', (text, decoded) => {
    expect(textOf(parse(`<a>${text}</a>`, true))).toBe(decoded)
  })

  it.each([
    ['&nope;', '&nope;'],
    ['&toString;', '&toString;'],
    ['&#1114112;', '&#1114112;'],
    ['&#x110000;', '&#x110000;'],
    ['&#99999999;', '&#99999999;'],
    ['&#x1000000;', '&#x1000000;'],
    [`&#${'9'.repeat(400)};`, `&#${'9'.repeat(400)};`],
    ['&#0;', '\0'],
    ['&#x1;', '\u0001'],
    ['&#xD800;', '\ud800'],
    ['&#xFFFF;', '\uffff'],
  ])('has %s, unless it is strict', (text, decoded) => {
    expect(textOf(parse(`<a>${text}</a>`))).toBe(decoded)
    expect(parse(`<a b="${text}"/>`).attributes.get('b')).toBe(decoded)
    for (const source of [`<a>${text}</a>`, `<a b="${text}"/>`]) {
      expect(failure(source, true)).toEqual({
        code: 'INVALID_XML',
        path: '',
        message: 'The XML cannot be read: it refers to an entity or character that it may not, line 1.',
      })
    }
  })

  it.each([
    '\0',
    '\u0001',
    '\u0008',
    '\u000b',
    '\u000c',
    '\u000e',
    '\u001f',
    '\ufffe',
    '\uffff',
    '\ud800',
    '\udc00',
    '\udc00\ud800',
  ])('has the illegal character %j, unless it is strict', (char) => {
    expect(textOf(parse(`<a>x${char}y</a>`))).toBe(`x${char}y`)
    expect(failure(`<a>x${char}y</a>`, true)).toEqual({
      code: 'INVALID_XML',
      path: '',
      message: 'The XML cannot be read: it has a character that XML forbids, line 1.',
    })
  })

  it.each(['\r', '\r\n', 'a\rb\r\nc'])('has every carriage return of %j', (text) => {
    expect(textOf(parse(`<a>${text}</a>`))).toBe(text)
    expect(parse(`<a b="${text}"/>`).attributes.get('b')).toBe(text)
  })

  it.each<[string, XmlElement]>([
    ['<a\rb="1"\r\nc="2"\r/>', element('a', { b: '1', c: '2' })],
    ['<a\r\n  b="x\r\ny"\r\n>z\r</a\r\n>', element('a', { b: 'x\r\ny' }, ['z\r'])],
    ["<a b='x\ry'\r>\r\n<b\r/></a>", element('a', { b: 'x\ry' }, ['\r\n', element('b')])],
    ['<a b="x>\ry">z</a>', element('a', { b: 'x>\ry' }, ['z'])],
  ])('may have carriage returns inside its tags: %j', (text, expected) => {
    expect(parse(text)).toEqual(expected)
    expect(parse(text, true)).toEqual(expected)
  })

  it.each([
    ['<a><![CDATA[<!DOCTYPE b>]]></a>', '<!DOCTYPE b>'],
    ['<a b=">" c=\'"\'>x<!-- <!DOCTYPE b> --></a>', 'x'],
  ])('may speak of a DOCTYPE: %s', (source, said) => {
    expect(textOf(parse(source))).toBe(said)
  })

  it('has no references in CDATA, where a carriage return is folded', () => {
    expect(textOf(parse('<a><![CDATA[x\r\ny&amp;]]></a>'))).toBe('x\ny&amp;')
  })
})

describe('what is not well-formed', () => {
  it.each<[string, string, XmlElement]>([
    [
      'a raw character that XML forbids',
      '<a b="\u0001">\0\ud800</a>',
      element('a', { b: '\u0001' }, ['\0\ud800']),
    ],
    [
      'a reference to a character that XML forbids',
      '<a b="&#1;">&#0;</a>',
      element('a', { b: '\u0001' }, ['\0']),
    ],
    ['a reference to an unknown entity', '<a b="&c;">&d;</a>', element('a', { b: '&c;' }, ['&d;'])],
    [
      'a reference to no character',
      '<a b="&#x110000;">&#1114112;</a>',
      element('a', { b: '&#x110000;' }, ['&#1114112;']),
    ],
    ['a bare & in a value', '<a b="c & d&e;"/>', element('a', { b: 'c & d&e;' })],
    ['a < in a value', '<a b="c < <d/>"/>', element('a', { b: 'c < <d/>' })],
    ['a ]]> in text', '<a>]]></a>', element('a', {}, [']]>'])],
    ['a -- in a comment', '<a>1<!-- -- -->2<!----->3</a>', element('a', {}, ['123'])],
    ['an instruction without a name', '<a>1<? "?>2</a>', element('a', {}, ['12'])],
    ['an XML declaration of any kind', "<?xml '?>\r\n<a>\r</a>", element('a', {}, ['\r'])],
    [
      'an XML declaration anywhere',
      '<!-- --><?xml version="1.0"?><a>1<?XML?>2</a>',
      element('a', {}, ['12']),
    ],
    [
      'an XML declaration with its parts in any order',
      '<?xml encoding="a" version="1.0"?><a/>',
      element('a'),
    ],
  ])('is read all the same, unless it is strict: %s', (_, text, expected) => {
    expect(parse(text)).toEqual(expected)
    expect(failure(text, true).code).toBe('INVALID_XML')
  })

  it.each([
    ['a bare & in text', '<a>b & c</a>'],
    ['a tag that is not closed', '<a><b></a>'],
    ['a tag that another closes', '<a><b></a></b>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['a value without quotes', '<a b=1/>'],
    ['attributes without space between them', '<a b="1"c="2"/>'],
    ['an = without a name', '<a b="1" ="2"/>'],
    ['an = without anything', '<a =/>'],
    ['an = behind a value', '<a b="1"=/>'],
    ['two of =', '<a b=="1"/>'],
    ['a second element', '<a/><b/>'],
    ['text beside the element', '<!-- -->x<a/>'],
    ['a reference beside the element', '<!-- -->&amp;<a/>'],
    ['CDATA beside the element', '<a/><![CDATA[x]]>'],
    ['a declaration', '<a><!ELEMENT b></a>'],
    ['a character in a tag that XML forbids', '<a\u000b/>'],
    ['space in a tag that is none in XML', '<a\u00a0b="1"/>'],
    ['U+FEFF in a name', '<a\ufeff/>'],
    ['U+1680 in a name', '<a\u1680b/>'],
    ['a character beyond U+FFFF in a name', '<a𐀀/>'],
    ['a reserved name', '<a><prototype/></a>'],
  ])('is refused, strict or not: %s', (_, text) => {
    expect(failure(text).code).toBe('INVALID_XML')
    expect(failure(text, true).code).toBe('INVALID_XML')
    expect(failure(text.replace('<a', '<a c="\0"')).code).toBe('INVALID_XML')
  })

  it.each<[string, XmlElement]>([
    ['<a toString="1"><valueOf/></a>', element('a', { toString: '1' }, [element('valueOf')])],
    ['<a b=" \t\n\r "/>', element('a', { b: ' \t\n\r ' })],
    ['<a>\r<![CDATA[\r\n\r]]>\r\n</a>', element('a', {}, ['\r\n\n\r\n'])],
    ['<a><![CDATA[]]></a>', element('a')],
    ["<!-- it's -->\r\n<a\r\nb='1'/>", element('a', { b: '1' })],
  ])('changes nothing else: %j', (text, expected) => {
    expect(parse(text)).toEqual(expected)
    expect(parse(text, true)).toEqual(expected)
    expect(parse(`<!-- -- -->${text}`)).toEqual(expected)
  })
})

describe('a refusal', () => {
  const ends = 'it ends early, or something follows its last element'
  const doctype = 'it has a DOCTYPE, which is never read'
  const reserved = 'an element or attribute has a reserved name'
  const another = 'an element is closed by the name of another'
  const tag = 'a tag is not well-formed'

  it.each([
    ['', ends],
    ['<a', ends],
    ['<a/>x', ends],
    ['<a/>\n', ends],
    ['<!DOCTYPE a><a/>', doctype],
    ['<!DOCTYPE', doctype],
    ['<!doctype a><a/>', doctype],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', doctype],
    ['<a b="<![CDATA["><!DOCTYPE b>]]></a>', doctype],
    ["<a b='<!--'><!DOCTYPE b>--></a>", doctype],
    ['<?x <!-- ?><!DOCTYPE a><!-- --><a/>', doctype],
    ['<a><!-- <!DOCTYPE b></a>', doctype],
    ['<a><!-- x --><!DOCTYPE b></a>', doctype],
    ['<a><!x><!DOCTYPE b></a>', doctype],
    ['<a b="<!DOCTYPE b></a>', doctype],
    [`<a>${'<a>'.repeat(200)}<!DOCTYPE b></a>`, doctype],
  ])('of %j says why', (text, why) => {
    const expected = { code: 'INVALID_XML', path: '', message: `The XML cannot be read: ${why}.` }
    expect(failure(text)).toEqual(expected)
    expect(failure(text, true)).toEqual(expected)
  })

  it.each([
    [
      '<a/><b/>',
      'it has a second element after the first',
      'it has a second element after the first, line 1',
    ],
    ['<__proto__/>', reserved, `${reserved}, line 1`],
    ['<constructor/>', reserved, `${reserved}, line 1`],
    ['<a constructor="1"/>', reserved, `${reserved}, line 1`],
    ['<a __proto__="1"/>', reserved, `${reserved}, line 1`],
    ['<a\n prototype="1"/>', reserved, `${reserved}, line 2`],
    ['<a><b></a></b>', 'it is not well-formed, line 1', `${another}, line 1`],
    ['<a>\n</b>', 'it is not well-formed, line 2', `${another}, line 2`],
    ['<a>\r\n\r</ab>', 'it is not well-formed, line 2', `${another}, line 3`],
    ['<a></a/>', 'it is not well-formed, line 1', `${another}, line 1`],
    ['<a b="1" b="2"/>', 'it is not well-formed, line 1', 'an element has an attribute twice, line 1'],
    ['<a b=1/>', 'it is not well-formed, line 1', `${tag}, line 1`],
    ['<a b="1"c="2"/>', 'it is not well-formed, line 1', `${tag}, line 1`],
    ['<a b/>', 'it is not well-formed, line 1', `${tag}, line 1`],
    ['<a\nb="1>', 'it is not well-formed, line 1', `${tag}, line 1`],
    ['<1/>', 'it is not well-formed, line 1', 'a tag has no name, line 1'],
    ['<a>1 < 2</a>', 'it is not well-formed, line 1', 'a tag has no name, line 1'],
    [
      '<a>& b</a>',
      'it is not well-formed, line 1',
      'it refers to an entity or character that it may not, line 1',
    ],
    ['x<a/>', 'it is not well-formed, line 1', 'something stands before its first element, line 1'],
    ['<a></a>\nx<!---->', 'it is not well-formed, line 1', 'something follows its last element, line 2'],
    ['<a/>x<!---->', 'it is not well-formed, line 1', 'something follows its last element, line 1'],
    [
      '<a/><![CDATA[]]>',
      'it is not well-formed, line 1',
      'a CDATA section stands outside its element, line 1',
    ],
    ['<a></a></a>', 'it is not well-formed, line 1', 'an element is closed that is not open, line 1'],
    ['<a>', 'it is not well-formed, line 1', 'an element is not closed, line 1'],
    ['<!-- -->', 'it is not well-formed, line 1', 'it has no element, line 1'],
    ['<a><!-- -></a>', 'it is not well-formed, line 1', 'a comment is not closed, line 1'],
    ['<a><![CDATA[</a>', 'it is not well-formed, line 1', 'a CDATA section is not closed, line 1'],
    ['<a><?b </a>', 'it is not well-formed, line 1', 'an instruction is not closed, line 1'],
    ['<a>\n<!ELEMENT b></a>', 'it is not well-formed, line 2', 'a tag has no name, line 2'],
    ['<a><#text>x</#text></a>', 'it is not well-formed', 'a tag has no name, line 1'],
  ])('of %j says why, with strict more closely', (text, why, closely) => {
    const refusal = (reason: string) => ({
      code: 'INVALID_XML',
      path: '',
      message: `The XML cannot be read: ${reason}.`,
    })
    expect(failure(text)).toEqual(refusal(why))
    expect(failure(text, true)).toEqual(refusal(closely))
  })

  it('never quotes the text', () => {
    expect(failure('<a>hunter2<b></a>').message).not.toContain('hunter2')
  })

  it.each([1, 2, 5, 128, 1000])('comes with nesting beyond %d levels, without overflowing', (maxDepth) => {
    const nested = (depth: number) => `${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`
    const limits = { ...defaultLimits, maxDepth }
    expect(textOf(parseXml(nested(maxDepth), limits, false))).toBe('x')
    for (const depth of [maxDepth + 1, maxDepth + 2, 20_000]) {
      expect(failure(nested(depth), false, limits)).toEqual({
        code: 'LIMIT_DEPTH',
        path: '',
        message: 'The XML is nested deeper than the limit allows.',
      })
    }
  })
})

describe('text', () => {
  it.each([
    ['plain', 'plain'],
    ['\t\n\r', '\t\n\r'],
    ['😀', '😀'],
    ['\u007f\u0085\ufffd', '\u007f\u0085\ufffd'],
    ['a\0b\u0001c', 'a\ufffdb\ufffdc'],
    ['\u000b\u000c\u000e\u001f', '\ufffd\ufffd\ufffd\ufffd'],
    ['\ufffe\uffff', '\ufffd\ufffd'],
    ['\ud800', '\ufffd'],
    ['\udfffx', '\ufffdx'],
    ['\ud800😀\udc00', '\ufffd😀\ufffd'],
  ])('as XML can hold it: %j becomes %j', (text, legal) => {
    expect(legalText(text)).toBe(legal)
  })

  it('is escaped as the reference producer escapes it', () => {
    expect(escapeText(`<a>&amp;"'`)).toBe(`&lt;a>&amp;amp;"'`)
    expect(escapeAttribute(`<a>&amp;"'`)).toBe('&lt;a&gt;&amp;amp;&quot;&apos;')
    expect(escapeText('<<&&')).toBe('&lt;&lt;&amp;&amp;')
    expect(escapeAttribute(`>>""''`)).toBe('&gt;&gt;&quot;&quot;&apos;&apos;')
  })

  it('of an element is all that is in it', () => {
    expect(textOf('x')).toBe('x')
    expect(textOf(parse('<a>1<b>2<c>3</c></b>4</a>'))).toBe('1234')
    expect(textOf(parse('<a/>'))).toBe('')
  })
})

describe("the source of a root's children", () => {
  it.each<[string, string[]]>([
    ['<a/>', []],
    ['<a>text</a>', []],
    ['<a><b/></a>', ['<b/>']],
    ['<a>\n<b>1</b>\n  <c x="1"/></a>', ['\n<b>1</b>', '\n  <c x="1"/>']],
    ['<a>t<b><c><d/></c></b></a>', ['<b><c><d/></c></b>']],
    ['<a>\n<!-- <x> -->\n<b/></a>', ['<b/>']],
    ['<a> t <b/> u <c/></a>', ['<b/>', '<c/>']],
    ['<a><!-- <x> --><b/></a>', ['<b/>']],
    ['<a><b><!-- </b> --></b><c/></a>', ['<b><!-- </b> --></b>', '<c/>']],
    ['<a><b><![CDATA[</b>]]></b></a>', ['<b><![CDATA[</b>]]></b>']],
    ['<?xml version="1.0"?><a><?pi <x>?><b/></a>', ['<b/>']],
    ['<a><b x=">"/></a>', ['<b x=">"/>']],
    ["<a><b x='</b>'>1</b></a>", ["<b x='</b>'>1</b>"]],
    ['<a><b x="\'>" y=\'">\'/></a>', ['<b x="\'>" y=\'">\'/>']],
  ])('of %j is %j', (text, children) => {
    expect(sourceOfChildren(text)).toEqual(children)
  })

  it('is found in a long text before the test runs out of time', () => {
    const text = `<a>${' '.repeat(200_000)}${'<b/>'.repeat(20_000)}</a>`
    expect(sourceOfChildren(text)).toHaveLength(20_000)
  })
})
