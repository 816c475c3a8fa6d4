import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { preferredLanguage } from './language.ts'

const cases: [string | undefined, string][] = [
  ['ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['KO', 'ko'],
  ['ja,ko;q=0.5', 'ko'],
  ['fr-FR', 'en'],
  ['ko;q=0', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [';;;q=,,', 'en'],
]
describe('preferredLanguage', () => {
  for (const [header, language] of cases)
    test(`chooses ${language} for ${header}`, () => assert.equal(preferredLanguage(header), language))
})
