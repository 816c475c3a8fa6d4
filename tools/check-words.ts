import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

// Finds words for a term of docs/glossary.md that has another name: `node tools/check-words.ts [path …]` prints each line
// that holds one, and the term to write instead. Finds also doc comments that do not begin as a sentence.

/** Words that mix up terms, and the term to write instead. */
const replacedTerms: Readonly<Record<string, string>> = {
  'strangers?': 'a person without a role',
  'standings?': 'status: QuotaStatus, ViewerStatus',
  'slow readers?': 'slow consumer',
  'on the air|off the air': 'live, offline',
  'keeps? order': 'moderator',
  '(?:browser|login) sessions?': 'web session; a session is one of the open API',
  'websocket sessions?': 'connection; a session is one of the open API',
  '(?:banned|forbidden|hidden) words?': 'blocked word',
  'dead letters?': 'exhausted delivery',
  'redeliver(?:y|ies|s|ed)?': 'retry (the same message) or resend (a new message)',
}

/** A doc comment that begins with one of these words is not a sentence with a noun. */
const ellipticalComment = /\/\*\*\s+(?:\* )?(Of|Those|What|One|With|Without)\b/g

const excluded = /^docs\/(glossary\.md|api\/.*\.json)$|^tools\/check-words\.ts$|package-lock\.json$|\.(png|svg|woff2)$/
const pattern = new RegExp(String.raw`\b(?:${Object.keys(replacedTerms).join('|')})\b`, 'i')

const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !excluded.test(file) && existsSync(file))

let found = 0
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  for (const [index, line] of text.split('\n').entries()) {
    const word = pattern.exec(line)?.[0]
    if (word === undefined) continue
    found += 1
    process.stdout.write(`${file}:${index + 1}: "${word}" → ${termFor(word)}: ${line.trim().slice(0, 140)}\n`)
  }
  for (const { index, 1: word } of /\.[jt]sx?$/.test(file) ? text.matchAll(ellipticalComment) : []) {
    found += 1
    const line = text.slice(0, index).split('\n').length
    process.stdout.write(`${file}:${line}: a doc comment begins with "${word}"; write a sentence with a noun\n`)
  }
}
process.exitCode = found > 0 ? 1 : 0

function termFor(word: string): string {
  return Object.entries(replacedTerms).find(([words]) => new RegExp(`^(?:${words})$`, 'i').test(word))?.[1] ?? ''
}
