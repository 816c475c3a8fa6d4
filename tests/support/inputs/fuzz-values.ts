import type { SeededRandom } from '../seeded-random.ts'

/** Texts that have broken other servers. */
const texts: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\u3000\u00a0',
  'a\0b',
  '\0',
  'a\ud83d',
  '\udc4ba',
  '\u202Eabc\u2066',
  '\u200d',
  '\ufeff',
  '\ufffd',
  '\u001b[31m',
  'e\u0301 한글'.normalize('NFD'),
  'é 한글'.normalize('NFC'),
  'ﬁ ① Å',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '{:heart:}',
  `'; drop table channel; --`,
  `" or ""="`,
  '<script>alert(1)</script>',
  '%00%0a%E0%A4%A',
  '../../etc/passwd',
  '{{7*7}} #{7*7}',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-0',
  '1e400',
  '9223372036854775808',
  '0x10',
  '١٢٣',
  '0'.repeat(32),
  'f'.repeat(32),
  'F'.repeat(32),
  '00000000-0000-0000-0000-000000000000',
  `a${'\u0301'.repeat(1_900)}`,
  'x'.repeat(2_000),
  'x'.repeat(2_001),
  '가'.repeat(100),
  '가'.repeat(101),
  '가'.normalize('NFD').repeat(100),
  '💜'.repeat(100),
]
const numbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  2,
  1.5,
  -1e-7,
  50,
  51,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
]

export function fuzzText(random: SeededRandom): string {
  return random.chance(0.2) ? randomText(random) : random.pick(texts)
}

/** A random JSON value. */
export function fuzzValue(random: SeededRandom, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 4 : 6)
  if (kind === 0) return random.pick([null, true, false])
  if (kind === 1) return random.pick(numbers)
  if (kind <= 3) return fuzzText(random)
  const inner = Array.from({ length: random.below(4) }, () => fuzzValue(random, depth + 1))
  return kind === 4 ? inner : Object.fromEntries(inner.map((value) => [fuzzText(random), value]))
}

/** A document that is useless, or too large or deep to be parsed into memory. */
export function fuzzDocument(random: SeededRandom, field: string): string {
  const name = JSON.stringify(field)
  const deep = random.pick([100, 10_000])
  return random.pick([
    '',
    ' ',
    'null',
    '[]',
    '{',
    '"text"',
    `{${name}:`,
    `{${name}:"a"`,
    `{${name}:"a",}`,
    `{${name}:1e400}`,
    `{${name}:-1e400}`,
    `{${name}:9223372036854775808}`,
    `{${name}:"\\ud83d"}`,
    `{${name}:"\\u0000"}`,
    `{${name}:"first",${name}:"second"}`,
    `{"__proto__":{${name}:"a"},"constructor":{"prototype":{${name}:"a"}}}`,
    `{${name}:${'['.repeat(deep)}${']'.repeat(deep)}}`,
    `${`{${name}:`.repeat(deep / 4)}1${'}'.repeat(deep / 4)}`,
    `{${name}:"${'x'.repeat(60_000)}"}`,
    `{${name}:"${'x'.repeat(70_000)}"}`,
    `\ufeff{${name}:"a"}`,
    `<${field}>a</${field}>`,
    `${field}=a&${field}=b&%E0%A4%A=&=&&${field}[]=c&${field}[a]=d`,
  ])
}

function randomText(random: SeededRandom): string {
  const ranges = [
    [0x20, 0x7e],
    [0xac00, 0xd7a3],
    [0x1100, 0x11ff],
    [0x0300, 0x036f],
    [0x1f300, 0x1f6ff],
    [0x0000, 0xffff],
  ] as const
  const length = random.below(random.pick([5, 30, 120]))
  return Array.from({ length }, () => {
    const [from, to] = random.pick(ranges)
    return String.fromCodePoint(from + random.below(to - from + 1))
  }).join('')
}
