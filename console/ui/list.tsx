import { Button, Text } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { strings } from '../locales/index.ts'
import { QueryBoundary } from './query-boundary.tsx'
import { WindowedRows } from './windowed-rows.tsx'
import layout from './layout.module.css'

const { list: t } = strings('common')

/** Of a row of two lines, in pixels. */
const rowHeight = 64

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
  if (items.length === 0)
    return typeof empty === 'string' ? (
      <Text size="sm" c="dimmed" className="card">
        {empty}
      </Text>
    ) : (
      empty
    )
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

type InfiniteQueryResult<Item> = {
  data: { pages: readonly { data: readonly Item[] }[] } | undefined
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The rows of a list with a cursor, and a button that loads more. */
export function InfiniteList<Item extends object>({
  query,
  ...listProps
}: ListProps<Item> & { query: InfiniteQueryResult<Item> }) {
  const pages = query.data?.pages
  const items = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages])
  return (
    <>
      <QueryBoundary query={query}>
        {() => <List items={items} hasMore={query.hasNextPage} {...listProps} />}
      </QueryBoundary>
      {query.hasNextPage && (
        <div>
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      )}
    </>
  )
}
