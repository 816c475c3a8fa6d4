import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { describeMigration } from './upgrade-rules.ts'

const describeOne = (sql: string) => {
  const [{ table, blocks, isLong, isCompatible } = assert.fail(`no statement in ${sql}`)] = describeMigration(sql)
  return `${table} ${blocks}${isLong ? ' long' : ''}${isCompatible ? '' : ' incompatible'}`
}

describe('describeMigration', () => {
  const cases = {
    'alter table live add column title text;': 'live brief',
    "alter table live add column title text not null default '';": 'live brief',
    'alter table live add column title text not null;': 'live reads long incompatible',
    'alter table live add column key uuid default gen_random_uuid();': 'live reads long incompatible',
    'alter table live alter column title type varchar(10);': 'live reads long incompatible',
    'alter table live alter column title set not null;': 'live reads long incompatible',
    'alter table live drop column title;': 'live brief incompatible',
    'alter table live rename column title to name;': 'live brief incompatible',
    'alter table live add constraint a check (id > 0) not valid;': 'live brief incompatible',
    'alter table live validate constraint a;': 'live nothing long',
    'create index on live (title);': 'live writes long',
    'create unique index on live (title);': 'live writes long incompatible',
    'create index concurrently on live (title);': 'null nothing',
    'drop table live;': 'live reads long incompatible',
    'update live set title = 1;': 'live nothing long',
    'cluster live;': 'null reads long incompatible',
    '-- drop table live;\ncreate function f() returns void language sql as $$ drop table live; $$;': 'null nothing',
  }
  for (const [sql, expected] of Object.entries(cases)) test(sql, () => assert.equal(describeOne(sql), expected))

  test('an index of a table that the migration creates locks nothing', () => {
    const effects = describeMigration(
      'create table extra (id bigint); create index on extra (id); insert into extra values (1)',
    )
    assert.deepEqual(
      effects.map(({ table, blocks }) => [table, blocks]),
      Array.from({ length: 3 }, () => [null, 'nothing']),
    )
  })

  test('knows every statement of the migrations', () => {
    for (const file of globSync('packages/server/migrations/*.sql'))
      for (const { statement, blocks, table } of describeMigration(readFileSync(file, 'utf8')))
        assert.ok(blocks !== 'reads' || table !== null, `${file}: ${statement}`)
  })
})
