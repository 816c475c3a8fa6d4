import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

// Refuses words that this project replaces: `node tools/check-words.ts [path …]` prints each line that holds one, and
// what to write instead.

/** Words that are written in no file, neither in prose nor as a part of an identifier, and what to write instead. */
const replacedWords: Readonly<Record<string, string>> = {
  'whoever|whomever|whosoever|nobody|everybody|somebody|anybody': 'name the actor: the client, the caller, the session',
  'tell|tells|telling|told': 'report, notify or publish',
  'hears?|hearing|heard|hearers?|ears?': 'receive, subscribe or subscriber',
  'mend|mends|mended|mending': 'repair, retry or reconcile',
  meanwhile: 'while …',
  goodbye: 'disconnect',
  beforehand: 'before …',
  'thereby|hereby|henceforth|onward|onwards': 'so, or from … on',
  'deeds?': 'action',
  'standing|standings': 'status',
  'strangers?': 'a person without a role',
  'leftovers?': 'what remains',
  'whole|wholly': 'complete, entire or all',
  'yet again|once more|anew': 'again',
}

/** The same for phrases in prose. */
const replacedPhrases: Readonly<Record<string, string>> = {
  'at the most|at the least': 'at most, at least',
  'of ours|of yours|of theirs': 'our …, your …, their …',
  'of its own accord|by itself|by themselves': 'automatically',
  'in earnest': 'in production',
  'in its stead|in their stead|in its place': 'instead',
  'keeps? order|kept order': 'moderator',
  'is to be had|are to be had|to be had': 'is available',
  'let in|lets in|let back in|kept out|keeps? out': 'accept, reject or restrict',
  'made whole': 'complete',
  'has it that|what became of|whatever becomes|comes of it|came of it': 'name the result',
  'no more than that|and no more|any more': 'at most, or no longer',
  'stands? (?:for|in|beside|there|here|on|once|by|below|above|twice)': 'is, means or replaces',
  'on the air|off the air': 'live, offline',
  'of late': 'recently',
  'to and fro': 'in both directions',
  'who (?:speaks|asks|watches|calls|listens|donates|is told)': 'name the actor: the sender, the caller, the viewer',
}

/** The specification's own words, names of other projects, and lines that explain a refused word. */
const allowedLines = [/check-words: allow/, /keep-?alive/i, /aria-/]
const excluded =
  /(^|\/)(node_modules|dist)\/|package-lock\.json$|^docs\/glossary\.md$|^tools\/check-words\.ts$|^LICENSE$|^docs\/api\/.*\.json$|\.(png|svg|jpg|gif|ico|woff2)$|fonts\/LICENSE\.txt$|\.sql$|confusables\.txt$|unicode-license\.txt$/

const replacements = Object.entries({ ...replacedWords, ...replacedPhrases })
const prose = new RegExp(String.raw`\b(?:${replacements.map(([words]) => words).join('|')})\b`, 'i')
const part = new RegExp(`^(?:${Object.keys(replacedWords).join('|')})$`, 'i')

const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !excluded.test(file) && existsSync(file))

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
    process.stdout.write(`${file}:${index + 1}: "${word}" → ${replacementOf(word)}: ${line.trim().slice(0, 140)}\n`)
  }
}
if (found > 0) process.stdout.write(`${found} lines hold a word that is listed in tools/check-words.ts.\n`)
process.exitCode = found > 0 ? 1 : 0

/** `tellAll`, `tell_all` and `TELL_ALL` as the words they are made of. */
function partsOf(identifier: string): string[] {
  return identifier.split(/_|(?<=[a-z0-9])(?=[A-Z])/)
}

function replacementOf(word: string): string {
  return replacements.find(([words]) => new RegExp(`^(?:${words})$`, 'i').test(word))?.[1] ?? ''
}
