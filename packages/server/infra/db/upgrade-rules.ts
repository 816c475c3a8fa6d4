/** The effect of a migration's statement on a server that runs at the same time. */
export type StatementEffect = {
  /** The first line of the statement. */
  statement: string
  /** The existing table that is locked; null for a new one. */
  table: string | null
  /** `reads`: nothing else can use the table. `writes`: it can be read. `brief`: for a moment. */
  blocks: 'reads' | 'writes' | 'brief' | 'nothing'
  /** Whether the lock lasts while all rows are read or written. */
  isLong: boolean
  /** Whether statements of the previous version keep working. */
  isCompatible: boolean
}

/** Describes the statements of a migration. What it does not know counts as incompatible and as a long lock. */
export function describeMigration(sql: string): StatementEffect[] {
  const created = new Set<string>()
  return splitStatements(sql).map((text) => {
    const effect = describeStatement(text)
    const target = /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/i.exec(text)?.[1]
    if (target !== undefined) created.add(target)
    // Nothing uses a table that the migration creates.
    const isNew = effect.table !== null && created.has(effect.table)
    const harmless = { table: null, blocks: 'nothing', isLong: false, isCompatible: true } as const
    return { statement: text.split('\n', 1)[0] ?? '', ...(isNew ? harmless : effect) }
  })
}

type Effect = Omit<StatementEffect, 'statement'>

const nothing: Effect = { table: null, blocks: 'nothing', isLong: false, isCompatible: true }

/** The first pattern that matches decides. The first group is the table. */
const rules: [RegExp, Omit<Effect, 'table'>][] = [
  [/^create (?:unlogged )?table /i, nothing],
  [
    /^create (?:or replace )?(?:function|view|procedure)|^create (?:type|sequence|schema|extension)|^alter sequence \S+ owned by |^comment /i,
    nothing,
  ],
  [/^create (?:unique )?index concurrently /i, nothing],
  [/^create unique index .*?\bon (?:only )?([\w.]+)/is, { blocks: 'writes', isLong: true, isCompatible: false }],
  [/^create index .*?\bon (?:only )?([\w.]+)/is, { blocks: 'writes', isLong: true, isCompatible: true }],
  [/^drop index /i, { blocks: 'brief', isLong: false, isCompatible: true }],
  [/^create (?:or replace )?trigger .*?\bon ([\w.]+)/is, { blocks: 'brief', isLong: false, isCompatible: false }],
  [
    /^alter table (?:only )?([\w.]+)\s+add column (?!.*\b(?:generated|not null(?!.*\bdefault)|references|clock_timestamp|random|uuid)\b)/is,
    { blocks: 'brief', isLong: false, isCompatible: true },
  ],
  [
    /^alter table (?:only )?([\w.]+)\s+(?:alter column \w+ (?:set|drop) default|alter column \w+ drop not null|drop constraint)/is,
    { blocks: 'brief', isLong: false, isCompatible: true },
  ],
  [/^alter table (?:only )?([\w.]+)\s+add .*\bnot valid$/is, { blocks: 'brief', isLong: false, isCompatible: false }],
  [/^alter table (?:only )?([\w.]+)\s+validate /is, { blocks: 'nothing', isLong: true, isCompatible: true }],
  [
    /^alter table (?:only )?([\w.]+)\s+(?:drop column|rename)/is,
    { blocks: 'brief', isLong: false, isCompatible: false },
  ],
  [/^(?:insert into|update|delete from) ([\w.]+)/i, { blocks: 'nothing', isLong: true, isCompatible: true }],
  [
    /^(?:alter table|drop table|truncate)(?: only| if exists)* ([\w.]+)/i,
    { blocks: 'reads', isLong: true, isCompatible: false },
  ],
]

function describeStatement(text: string): Effect {
  for (const [pattern, effect] of rules) {
    const match = pattern.exec(text)
    if (match !== null) return { ...effect, table: match[1] ?? null }
  }
  return { table: null, blocks: 'reads', isLong: true, isCompatible: false }
}

/** Splits at semicolons outside of quotes, dollar quotes and comments. Comments are removed. */
function splitStatements(sql: string): string[] {
  const tokens = /--[^\n]*|\/\*.*?\*\/|\$(\w*)\$.*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|;|[^;'"$/-]+|./gs
  const statements: string[] = []
  let current = ''
  for (const [token] of sql.matchAll(tokens)) {
    if (token === ';') {
      statements.push(current.trim())
      current = ''
    } else if (!token.startsWith('--') && !(token.startsWith('/*') && token.length > 1)) current += token
  }
  return [...statements, current.trim()].filter((text) => text !== '')
}
