import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '../locales/index.ts'
import { QueryBoundary } from './query-boundary.tsx'
import layout from './layout.module.css'

const { list: t } = strings('common')

type ListProps<Item> = {
  label: string
  /** Shown while there are no rows. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** The rows of a list. */
export function List<Item>({ items, label, empty, children }: ListProps<Item> & { items: readonly Item[] }) {
  if (items.length === 0)
    return typeof empty === 'string' ? (
      <Text size="sm" c="dimmed" className="card">
        {empty}
      </Text>
    ) : (
      empty
    )
  return (
    <ul className={`${layout.rows} card`} aria-label={label}>
      {items.map(children)}
    </ul>
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
export function InfiniteList<Item>({ query, ...listProps }: ListProps<Item> & { query: InfiniteQueryResult<Item> }) {
  return (
    <>
      <QueryBoundary query={query}>
        {({ pages }) => <List items={pages.flatMap(({ data }) => data)} {...listProps} />}
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
