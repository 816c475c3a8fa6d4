import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '../../locales/index.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { useVisitorChannelId } from '../../lib/visitor.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { List } from '../../ui/list.tsx'
import { Pager } from './pager.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ChannelIdentity } from '../../ui/channel-identity.tsx'
import layout from '../../ui/layout.module.css'

const { audience: t } = strings('studio')

type Channel = { channelId: string; channelName: string }
type Props<One> = {
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
  /** The sandbox action that adds a user to the list. */
  action: 'follow' | 'subscribe'
  /** The control for the sort order, if the list has one. */
  sortControl?: ReactNode
  /** Details of each channel, next to its name. */
  children: (one: One) => ReactNode
}

/** The followers or the subscribers of a channel, in pages. */
export function AudiencePage<One extends Channel>({
  title,
  count,
  none,
  action,
  to,
  page,
  query,
  sortControl,
  children,
}: Props<One>) {
  return (
    <Stack gap="lg">
      <QueryBoundary query={query}>
        {({ data, totalCount, totalPages }) => (
          <>
            <PageTitle description={count(totalCount)}>{title}</PageTitle>
            {totalCount > 0 && sortControl}
            <List
              items={data}
              label={title}
              empty={totalCount === 0 ? <EmptyAudience title={none} action={action} /> : t.emptyPage}
            >
              {(one) => (
                <li key={one.channelId} className={layout.row}>
                  <ChannelIdentity channelId={one.channelId} name={one.channelName} />
                  {children(one)}
                </li>
              )}
            </List>
            <Pager to={to} page={page} pages={totalPages} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function EmptyAudience({ title, action }: { title: string; action: 'follow' | 'subscribe' }) {
  const watchUrl = `${window.location.origin}/watch/${useVisitorChannelId()}`
  return (
    <div className={layout.emptyState}>
      <h2>{title}</h2>
      <Text c="dimmed">{t.share}</Text>
      <CopyableText value={watchUrl} />
      {isSandbox && (
        <ButtonLink variant="default" to="/console/trigger" search={{ act: action }}>
          {t.trigger}
        </ButtonLink>
      )}
    </div>
  )
}
