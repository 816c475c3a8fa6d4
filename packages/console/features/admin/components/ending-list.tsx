import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { Table } from '../../../ui/list.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

type Ending = { reason: string | null; createdDate: string; endDate: string | null }
type Column<Item> = readonly [name: string, show: (item: Item) => ReactNode]

type Props<Item> = {
  query: UseQueryOptions<{ data: Item[] }, Error, { data: Item[] }, string[]>
  label: string
  /** The first is the head of the row. */
  columns: readonly [Column<Item>, ...Column<Item>[]]
  keyOf: (item: Item) => string
  t: { reason: string; since: string; until: string; action: string }
  empty: string
  withoutEnd: string
  action: { label: string; named: (item: Item) => string; hint: string; isDestructive: boolean }
  end: (item: Item) => Promise<unknown>
}

/** Blocks or holds of the people who run the site, each with a reason, until it ends or they end it. */
export function EndingList<Item extends Ending>({ query, columns, keyOf, t, action, end, ...texts }: Props<Item>) {
  const found = useQuery(query)
  const queries = useQueryClient()
  const [[headName, showHead], ...more] = columns
  return (
    <QueryBoundary query={found}>
      {({ data }) => (
        <Table
          items={data.map((item) => ({ item, key: keyOf(item) }))}
          label={texts.label}
          idField="key"
          columns={[headName, ...more.map(([name]) => name), t.reason, t.since, t.until, t.action]}
          hasCards
          empty={texts.empty}
        >
          {({ item }) => (
            <>
              <th scope="row">{showHead(item)}</th>
              {more.map(([name, show]) => (
                <td key={name} data-label={name}>
                  {show(item)}
                </td>
              ))}
              <td data-label={t.reason}>
                <bdi>{item.reason}</bdi>
              </td>
              <td data-label={t.since}>
                <RelativeTime at={item.createdDate} />
              </td>
              <td data-label={t.until}>
                {item.endDate === null ? texts.withoutEnd : <RelativeTime at={item.endDate} />}
              </td>
              <td>
                <ConfirmButton
                  label={action.label}
                  ariaLabel={action.named(item)}
                  title={action.named(item)}
                  confirmLabel={action.label}
                  isDestructive={action.isDestructive}
                  onConfirm={async () => {
                    await end(item)
                    await queries.invalidateQueries({ queryKey: ['admin'] })
                  }}
                >
                  {action.hint}
                </ConfirmButton>
              </td>
            </>
          )}
        </Table>
      )}
    </QueryBoundary>
  )
}
