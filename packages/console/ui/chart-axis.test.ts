import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseBetween } from './chart-axis.ts'

const minutesFrom = (start: number, count: number, step: number) =>
  Array.from({ length: count }, (_, index) => {
    const minute = (start + index * step) % 1_440
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  })

const chosen = (labels: string[], most: 2 | 4) => chooseBetween(labels, most).map((index) => labels[index])

describe('the labels of an axis', () => {
  test('are round times where there are', () => {
    assert.deepEqual(chosen(minutesFrom(16 * 60 + 35, 60, 1), 4), ['17:00', '17:15'])
    assert.deepEqual(chosen(minutesFrom(16 * 60 + 35, 60, 1), 2), ['17:00'])
    assert.deepEqual(chosen(minutesFrom(16 * 60, 24 * 12, 5), 4), ['00:00', '06:00'])
  })

  test('are the first days of months where there are several', () => {
    const days = Array.from({ length: 90 }, (_, day) => new Date(Date.UTC(2026, 8, 7 + day)))
    const format = (language: string) => {
      const dates = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'short', day: 'numeric' })
      return days.map((day) => dates.format(day))
    }
    assert.deepEqual(chosen(format('en'), 4), ['Oct 1', 'Nov 1'])
    assert.deepEqual(chosen(format('ko'), 4), ['10월 1일', '11월 1일'])
    assert.deepEqual(chosen(format('en').slice(60), 4), ['Nov 13', 'Nov 20', 'Nov 27'])
  })

  test('are in the middle where they are long, so that they do not touch those of the ends', () => {
    const days = minutesFrom(0, 48, 60).map((time, hour) => `Nov ${hour < 24 ? 29 : 30}, ${time}`)
    assert.deepEqual(chosen(days.slice(0, 30), 2), ['Nov 29, 12:00'])
    assert.deepEqual(chosen(days, 2), ['Nov 30, 00:00'])
    assert.deepEqual(chosen(days.slice(0, 3), 2), [])
  })

  test('divide the axis evenly where no time is round', () => {
    const labels = Array.from({ length: 9 }, (_, index) => `18:0${index}:07`)
    assert.deepEqual(chooseBetween(labels, 4), [2, 4, 6])
    assert.deepEqual(chooseBetween(labels.slice(0, 2), 4), [])
  })
})
