import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { confusablesText } from './generate-confusables.ts'

describe('generate-confusables', () => {
  test('the generated file is up to date', () => {
    const file = new URL('../packages/server/shared/naming/confusables.txt', import.meta.url)
    assert.equal(readFileSync(file, 'utf8'), confusablesText())
  })
})
