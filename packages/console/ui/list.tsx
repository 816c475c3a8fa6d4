import { Button, Group, Text } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { polledPages } from '../lib/poll-pages.ts'
import { strings } from '../locales/index.ts'
import { QueryBoundary } from './query-boundary.tsx'
import { WindowedRows } from './windowed-rows.tsx'
import layout from './layout.module.css'
import table from './table.module.css'

const { list: t } = strings('common')

/** The height of a row of two lines, in pixels. */
const rowHeight = 64
/** The height of a row of a table, in pixels, as `--row`. */
const tableRowHeight = 36

type ListProps<Item> = {
  label: string
  /** The field whose value is different in each item. */
  idField: keyof Item & string
  rowClass?: string | undefined
  /** Shown while there are no rows. */
  empty: ReactNode
  /** The content of the row of an item. */
  children: (item: Item) => ReactNode
}

/** The rows of a list, which may be some of more rows. */
export function List<Item extends object>({
  items,
  hasMore = false,
  label,
  idField,
  rowClass = layout.row,
  empty,
  children,
}: ListProps<Item> & { items: readonly Item[]; hasMore?: boolean }) {
  if (items.length === 0) return <EmptyList>{empty}</EmptyList>
  return (
    <WindowedRows
      as="ul"
      className={`${layout.rows} card`}
      aria-label={label}
      items={items}
      idField={idField}
      rowHeight={rowHeight}
    >
      {(item, row, index) => (
        <li {...row} className={rowClass} aria-posinset={index + 1} aria-setsize={hasMore ? -1 : items.length}>
          {children(item)}
        </li>
      )}
    </WindowedRows>
  )
}

function EmptyList({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  return (
    <Text size="sm" c="dimmed" className="card">
      {children}
    </Text>
  )
}

type InfiniteQueryResult<Item> = {
  data: { pages: readonly { data: readonly Item[] }[] } | undefined
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isRefetching: boolean
  fetchNextPage: () => unknown
}

/** The rows of a list with a cursor, and a button that loads more. */
export function InfiniteList<Item extends object>({
  query,
  ...listProps
}: ListProps<Item> & { query: InfiniteQueryResult<Item> }) {
  const items = useItems(query)
  return (
    <>
      <QueryBoundary query={query}>
        {() => <List items={items} hasMore={query.hasNextPage} {...listProps} />}
      </QueryBoundary>
      <MorePages query={query} />
    </>
  )
}

type TableProps<Item> = Omit<ListProps<Item>, 'rowClass'> & {
  /** The heads of the columns. */
  columns: readonly string[]
  /** On a phone a row is a card: the cells without their heads. */
  hasCards?: boolean
  /** All columns but the first are numbers. */
  hasFigures?: boolean
  /** How many of the last columns are numbers. */
  figureColumns?: number
}

/** The rows of a dense table, which may be some of more rows. The children are the cells of a row. */
export function Table<Item extends object>({
  items,
  hasMore = false,
  label,
  idField,
  columns,
  hasCards = false,
  hasFigures = false,
  figureColumns = 0,
  empty,
  children,
}: TableProps<Item> & { items: readonly Item[]; hasMore?: boolean }) {
  if (items.length === 0) return <EmptyList>{empty}</EmptyList>
  return (
    <div
      // The focus lets the keyboard scroll a table without controls.
      {...(hasFigures && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      className={`card ${table.scroll} ${hasCards ? table.cards : ''}`}
    >
      <table
        className={`${table.table} ${hasFigures ? table.figures : ''}`}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : items.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={index >= columns.length - figureColumns ? table.number : undefined}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <WindowedRows as="tbody" items={items} idField={idField} rowHeight={tableRowHeight}>
          {(item, row, index) => (
            <tr {...row} aria-rowindex={index + 2}>
              {children(item)}
            </tr>
          )}
        </WindowedRows>
      </table>
    </div>
  )
}

/** The rows of a dense table with a cursor, and a button that loads more. */
export function InfiniteTable<Item extends object>({
  query,
  ...tableProps
}: TableProps<Item> & { query: InfiniteQueryResult<Item> }) {
  const items = useItems(query)
  return (
    <>
      <QueryBoundary query={query}>
        {() => <Table items={items} hasMore={query.hasNextPage} {...tableProps} />}
      </QueryBoundary>
      <MorePages query={query} />
    </>
  )
}

function useItems<Item>({ data }: InfiniteQueryResult<Item>): readonly Item[] {
  const pages = data?.pages
  return useMemo(() => pages?.flatMap((page) => page.data) ?? [], [pages])
}

/** A button that loads more of a list with a cursor, and one that reloads a list that is too long to be polled. */
export function MorePages({ query }: { query: Omit<InfiniteQueryResult<unknown>, 'error'> }) {
  const isLong = (query.data?.pages.length ?? 0) > polledPages
  if (!query.hasNextPage && !isLong) return null
  return (
    <Group gap="sm">
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
      {isLong && (
        <>
          <Button variant="default" size="xs" loading={query.isRefetching} onClick={() => void query.refetch()}>
            {t.refresh}
          </Button>
          <Text span size="sm" c="dimmed">
            {t.notPolled}
          </Text>
        </>
      )}
    </Group>
  )
}
