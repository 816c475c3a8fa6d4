import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Refuses words that docs/glossary.md replaced: `node tools/check-words.ts [path …]` prints each line that holds one.

/** Words that are not written in any file: neither in prose nor as a part of an identifier. */
const refusedWords = [
  'whoever|whomever|whosoever',
  'tell|tells|telling|told',
  'hears?|hearing|heard|hearers?|ears?',
  'nobody|everybody|somebody|anybody',
  'mend|mends|mended|mending',
  'meanwhile|goodbye|beforehand|thereby|hereby|henceforth|onward|onwards',
  'deeds?|standing|standings|strangers?|leftovers?',
  'whole|wholly',
  'yet again|once more|anew',
]

/** Phrases that are not written in prose. */
const refusedPhrases = [
  'at the most|at the least',
  'of ours|of yours|of theirs|of its own accord',
  'by itself|by themselves',
  'in earnest|in its stead|in their stead|in its place',
  'keeps? order|kept order',
  'is to be had|are to be had|to be had',
  'let in|lets in|let back in|kept out|keeps? out',
  'made whole|has it that|what became of|whatever becomes|comes of it|came of it',
  'no more than that|and no more|any more',
  'stands? (?:for|in|beside|there|here|on|once|by|below|above|twice)',
  'on the air|off the air|of late|to and fro',
  'who (?:speaks|asks|watches|calls|listens|donates|is told)',
]

/** The specification's own words, names of other projects, and lines that explain a refused word. */
const allowedLines = [/check-words: allow/, /keep-?alive/i, /aria-/]
const excluded =
  /(^|\/)(node_modules|dist)\/|package-lock\.json$|^docs\/glossary\.md$|^tools\/check-words\.ts$|^LICENSE$|^docs\/api\/.*\.json$|\.(png|svg|jpg|gif|ico)$|\.sql$/

const prose = new RegExp(String.raw`\b(?:${[...refusedWords, ...refusedPhrases].join('|')})\b`, 'i')
const part = new RegExp(`^(?:${refusedWords.join('|')})$`, 'i')

const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !excluded.test(file))

let found = 0
for (const file of files) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (allowedLines.some((allowed) => allowed.test(line))) continue
    const word =
      prose.exec(line)?.[0] ??
      line
        .match(/\w+/g)
        ?.flatMap(partsOf)
        .find((name) => part.test(name))
    if (word === undefined) continue
    found += 1
    process.stdout.write(`${file}:${index + 1}: "${word}": ${line.trim().slice(0, 140)}\n`)
  }
}
if (found > 0) process.stdout.write(`${found} lines hold a word that docs/glossary.md replaced.\n`)
process.exitCode = found > 0 ? 1 : 0

/** `tellAll`, `tell_all` and `TELL_ALL` as the words they are made of. */
function partsOf(identifier: string): string[] {
  return identifier.split(/_|(?<=[a-z0-9])(?=[A-Z])/)
}
