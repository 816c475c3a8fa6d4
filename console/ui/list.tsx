import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '../locales/index.ts'
import { QueryBoundary } from './query-boundary.tsx'
import layout from './layout.module.css'

const { list: t } = strings('common')

type ListProps<Item> = {
  label: string
  /** What stands there while there are no rows. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** The rows of a list. */
export function List<Item>({ items, label: named, empty, children }: ListProps<Item> & { items: readonly Item[] }) {
  if (items.length === 0) return typeof empty === 'string' ? <p className="card soft small">{empty}</p> : empty
  return (
    <ul className={`${layout.rows} card`} aria-label={named}>
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

/** The rows of a list that is read on from where one is. */
export function InfiniteList<Item>({
  asked: query,
  ...listProps
}: ListProps<Item> & { asked: InfiniteQueryResult<Item> }) {
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
