import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { inLanguage } from '../language.ts'
import { isSandbox } from '../mode.ts'
import { useOwnChannelId } from '../visitor.ts'
import { Answered } from './answered.tsx'
import { Copied } from './copied.tsx'
import { ButtonLink } from './links.tsx'
import { Listed } from './listed.tsx'
import { Pager } from './pager.tsx'
import { Title } from './title.tsx'
import { Who } from './who.tsx'

type Someone = { channelId: string; channelName: string }
type Given<One> = {
  title: string
  count: (count: number) => string
  none: string
  to: '/studio/followers' | '/studio/subscribers'
  page: number
  asked: {
    data: { data: readonly One[]; totalCount: number; totalPages: number } | undefined
    error: unknown
    refetch: () => unknown
  }
  /** What somebody does to be in the list. */
  act: 'follow' | 'subscribe'
  /** How the list may be ordered, where it may. */
  order?: ReactNode
  /** What is said of each beside their name. */
  children: (one: One) => ReactNode
}

/** Everybody of a channel's audience of one kind, page by page. */
export function AudiencePage<One extends Someone>({
  title,
  count,
  none,
  act,
  to,
  page,
  asked,
  order,
  children,
}: Given<One>) {
  return (
    <Stack gap="lg">
      <Answered asked={asked}>
        {({ data, totalCount, totalPages }) => (
          <>
            <Title about={count(totalCount)}>{title}</Title>
            {totalCount > 0 && order}
            <Listed
              items={data}
              named={title}
              empty={totalCount === 0 ? <Nobody none={none} act={act} /> : said.noneHere}
            >
              {(one) => (
                <li key={one.channelId} className="app-row">
                  <Who channelId={one.channelId} name={one.channelName} />
                  {children(one)}
                </li>
              )}
            </Listed>
            <Pager to={to} page={page} pages={totalPages} />
          </>
        )}
      </Answered>
    </Stack>
  )
}

function Nobody({ none, act }: { none: string; act: 'follow' | 'subscribe' }) {
  const address = `${window.location.origin}/watch/${useOwnChannelId()}`
  return (
    <div className="card nothing">
      <h2>{none}</h2>
      <p className="soft">{said.tell}</p>
      <Copied value={address} />
      {isSandbox && (
        <ButtonLink variant="default" to="/console/trigger" search={{ act }}>
          {said.play}
        </ButtonLink>
      )}
    </div>
  )
}

const said = inLanguage({
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
