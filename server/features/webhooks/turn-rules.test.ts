import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turns, turnsFor } from './turn-rules.ts'

const endpoints = (count: number, isFailing: boolean, name = 'app') =>
  Array.from({ length: count }, (_, at) => ({ clientId: `${name}${at}`, isFailing }))
const sum = (given: Map<string, number>) => [...given.values()].reduce((a, b) => a + b, 0)

test('one endpoint gets no more turns than one may have', () => {
  assert.deepEqual([...turnsFor(endpoints(1, false), new Map())], [['app0', turns.each]])
  assert.deepEqual([...turnsFor(endpoints(1, true), new Map())], [['app0', turns.eachFailing]])
  const underWay = new Map([['app0', { count: turns.each - 1, isFailing: false }]])
  assert.deepEqual([...turnsFor(endpoints(1, false), underWay)], [['app0', 1]])
  assert.deepEqual([...turnsFor(endpoints(1, true), underWay)], [])
})

test('places are dealt in turn, and all are dealt', () => {
  const given = turnsFor(endpoints(100, false), new Map())
  assert.equal(sum(given), turns.inAll)
  assert.deepEqual(new Set(given.values()), new Set([2, 3]))
})

test('however many endpoints fail, half of the places are for the others', () => {
  const failing = endpoints(1_000, true, 'dead')
  const given = turnsFor([...failing, ...endpoints(20, false)], new Map())
  const toFailing = failing.map(({ clientId }) => given.get(clientId) ?? 0).reduce((a, b) => a + b)
  assert.equal(toFailing, turns.failing)
  assert.equal(sum(given), turns.inAll)

  const underWay = new Map(
    failing.slice(0, turns.failing).map(({ clientId }) => [clientId, { count: 1, isFailing: true }]),
  )
  const later = turnsFor([...failing, ...endpoints(20, false)], underWay)
  assert.equal(sum(later), turns.inAll - turns.failing)
  assert.ok([...later.keys()].every((clientId) => clientId.startsWith('app')))
})

test('nothing is dealt when every place is taken', () => {
  const underWay = new Map([['other', { count: turns.inAll, isFailing: false }]])
  assert.deepEqual([...turnsFor(endpoints(5, false), underWay)], [])
})
