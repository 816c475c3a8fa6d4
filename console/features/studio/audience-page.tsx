import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { localize } from '../../lib/language.ts'
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
  /** What somebody does to be in the list. */
  action: 'follow' | 'subscribe'
  /** How the list may be ordered, where it may. */
  sortControl?: ReactNode
  /** What is said of each beside their name. */
  children: (one: One) => ReactNode
}

/** Everybody of a channel's audience of one kind, page by page. */
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
            <PageTitle about={count(totalCount)}>{title}</PageTitle>
            {totalCount > 0 && sortControl}
            <List
              items={data}
              label={title}
              empty={totalCount === 0 ? <EmptyAudience none={none} act={action} /> : t.noneHere}
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

function EmptyAudience({ none: title, act: action }: { none: string; act: 'follow' | 'subscribe' }) {
  const watchUrl = `${window.location.origin}/watch/${useVisitorChannelId()}`
  return (
    <div className={layout.emptyState}>
      <h2>{title}</h2>
      <p className="soft">{t.tell}</p>
      <CopyableText value={watchUrl} />
      {isSandbox && (
        <ButtonLink variant="default" to="/console/trigger" search={{ act: action }}>
          {t.play}
        </ButtonLink>
      )}
    </div>
  )
}

const t = localize({
  ko: {
    noneHere: '이 쪽에는 아무도 없습니다.',
    tell: '시청 페이지의 주소를 사람들에게 알려 보세요.',
    play: '트리거 패드에서 해 보기',
  },
  en: {
    noneHere: 'There is nobody on this page.',
    tell: 'Tell people of your watch page.',
    play: 'Play it on the trigger pad',
  },
})
