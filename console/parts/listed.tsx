import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { inLanguage } from '../language.ts'
import { Answered } from './answered.tsx'

type Rows<Item> = {
  named: string
  /** What stands there while there are no rows. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** The rows of a list. */
export function Listed<Item>({ items, named, empty, children }: Rows<Item> & { items: readonly Item[] }) {
  if (items.length === 0) return typeof empty === 'string' ? <p className="card soft small">{empty}</p> : empty
  return (
    <ul className="rows card" aria-label={named}>
      {items.map(children)}
    </ul>
  )
}

type Asked<Item> = {
  data: { pages: readonly { data: readonly Item[] }[] } | undefined
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The rows of a list that is read on from where one is. */
export function ListedOn<Item>({ asked, ...rows }: Rows<Item> & { asked: Asked<Item> }) {
  return (
    <>
      <Answered asked={asked}>{({ pages }) => <Listed items={pages.flatMap(({ data }) => data)} {...rows} />}</Answered>
      {asked.hasNextPage && (
        <div>
          <Button
            variant="default"
            size="xs"
            loading={asked.isFetchingNextPage}
            onClick={() => void asked.fetchNextPage()}
          >
            {said.more}
          </Button>
        </div>
      )}
    </>
  )
}

const said = inLanguage({ ko: { more: '더 보기' }, en: { more: 'More' } })
