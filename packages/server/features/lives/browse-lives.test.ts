import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { browseLives } from './browse-lives.ts'

describe('browseLives', () => {
  test('with more than a thousand lives, visits share what one statement read up to five seconds ago', async () => {
    await using testApp = await openTestApp({ settings: { inspector: 'off' } })
    const { clock, deps } = testApp
    const insertLives = (from: number, to: number) =>
      sql`
        with added as (
          insert into channel (id, name, verified_mark, chat_channel_id, created_at)
          select md5(i::text), 'channel ' || i, false, md5('chat' || i), 0 from generate_series(${from}::int, ${to}::int) i
          returning id, name)
        insert into live (channel_id, simulated_viewers, opened_at)
        select id, split_part(name, ' ', 2)::int, 0 from added`.execute(deps.db.read)
    const firstViewers = async (text?: string) =>
      (await browseLives(text === undefined ? {} : { text }, null, deps)).lives[0]?.viewers ?? null

    await insertLives(1, 1_000)
    assert.equal(await firstViewers(), 1_000)
    await insertLives(1_001, 1_001)
    assert.equal(await firstViewers(), 1_001)
    await insertLives(1_002, 1_002)
    assert.equal(await firstViewers(), 1_001)
    assert.equal(await firstViewers('Channel 1002'), null)
    clock.advance(5_000)
    const visits = await Promise.all(Array.from({ length: 20 }, () => browseLives({}, null, deps)))
    assert.ok(visits.every(({ categories, lives }) => lives[0]?.viewers === 1_002 && categories[0]?.lives === 1_002))
    assert.equal(await firstViewers('Channel 1002'), 1_002)
  })
})
