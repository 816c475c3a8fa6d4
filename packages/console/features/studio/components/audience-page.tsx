import { Group, Stack, Text } from '@mantine/core'
import { type ComponentProps, type ReactNode } from 'react'
import { strings } from '../../../locales/index.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { InfiniteTable, Table } from '../../../ui/list.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCurrentSums, type CurrentSums } from '../queries/channel-sums.ts'
import { ExportCsv, type LoadRows } from './export-csv.tsx'
import { Pager } from './pager.tsx'
import { PersonButton } from './person-button.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import layout from '../../../ui/layout.module.css'

const { audience: t } = strings('studio')

type Channel = { channelId: string; channelName: string }
type Props<One extends object> = {
  title: string
  count: (count: number) => string
  none: string
  to: '/studio/followers' | '/studio/subscribers'
  page: number
  query: {
    data: { data: readonly One[]; totalCount: number; totalPages: number } | undefined
    error: unknown
    refetch: () => unknown
  }
  /** The text that is searched for, from the address. */
  name: string
  found: ComponentProps<typeof InfiniteTable<One>>['query']
  load: (query: { name?: string; size: number; next?: string }) => ReturnType<LoadRows>
  /** The columns of the downloaded file. */
  fields: readonly string[]
  /** The heads of the columns after the name. */
  columns: readonly string[]
  /** How many are new today and this month. */
  describeNew: (sums: CurrentSums) => string
  /** The sandbox action that adds a user to the list. */
  action: 'follow' | 'subscribe'
  /** The control for the sort order, if the list has one. */
  sortControl?: ReactNode
  /** The cells of each channel after its name. */
  children: (one: One) => ReactNode
}

/** The followers or the subscribers of a channel, in pages. */
export function AudiencePage<One extends Channel>({
  title,
  count,
  none,
  action,
  describeNew,
  to,
  page,
  query,
  name,
  found,
  load,
  fields,
  columns,
  sortControl,
  children,
}: Props<One>) {
  const navigate = useNavigate()
  const sums = useCurrentSums()
  const heads = [t.name, ...columns, t.actions]
  const row = (one: One) => (
    <>
      <th scope="row">
        <Link to="/watch/$channelId" params={{ channelId: one.channelId }} className={layout.rowTitle} dir="auto">
          {one.channelName}
        </Link>
      </th>
      {children(one)}
      <td>
        <PersonButton person={one} />
      </td>
    </>
  )
  const search = (text: string) => void navigate({ to, search: text === '' ? {} : { name: text }, replace: true })
  return (
    <Stack gap="lg">
      <QueryBoundary query={query}>
        {({ data, totalCount, totalPages }) => (
          <>
            <PageTitle description={sums ? `${count(totalCount)} · ${describeNew(sums)}` : count(totalCount)}>
              {title}
            </PageTitle>
            {totalCount > 0 && (
              <Group align="end" gap="md">
                <FilterInput label={t.search} value={name} onChange={search} />
                <ExportCsv
                  key={name}
                  list={to === '/studio/followers' ? 'followers' : 'subscribers'}
                  fields={fields}
                  load={(query) => load({ ...query, ...(name !== '' && { name }) })}
                />
              </Group>
            )}
            {totalCount > 0 && name === '' && sortControl}
            {name === '' ? (
              <>
                <Table
                  items={data}
                  label={title}
                  idField="channelId"
                  columns={heads}
                  hasCards
                  empty={totalCount === 0 ? <EmptyAudience title={none} action={action} /> : t.emptyPage}
                >
                  {row}
                </Table>
                <Pager to={to} page={page} pages={totalPages} />
              </>
            ) : (
              <InfiniteTable
                query={found}
                label={title}
                idField="channelId"
                columns={heads}
                hasCards
                empty={t.noMatch(name)}
              >
                {row}
              </InfiniteTable>
            )}
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function EmptyAudience({ title, action }: { title: string; action: 'follow' | 'subscribe' }) {
  const channelId = useVisitorChannelId()
  const watchUrl = `${window.location.origin}/watch/${channelId}`
  return (
    <div className={layout.emptyState}>
      <h2>{title}</h2>
      <Text c="dimmed">{t.share}</Text>
      <CopyableText value={watchUrl} />
      {isSandbox && (
        <ButtonLink variant="default" to="/console/trigger" search={{ action, channel: channelId }}>
          {t.trigger}
        </ButtonLink>
      )}
    </div>
  )
}
