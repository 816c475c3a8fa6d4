import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { inLanguage, language } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { Moment } from '../parts/moment.tsx'
import { Pager } from '../parts/pager.tsx'
import { Title } from '../parts/title.tsx'
import { Who } from '../parts/who.tsx'
import { followersQuery } from '../studio-queries.ts'

/** Who follows one's channel, newest first. */
export function StudioFollowers() {
  const { page = 0 } = useSearch({ from: '/studio/followers' })
  const { data: found, error, refetch } = useQuery(followersQuery(page))
  if (!found) return error ? <Failed error={error} again={() => void refetch()} /> : <Loading />
  return (
    <Stack gap="lg">
      <div>
        <Title>{said.title}</Title>
        <p className="small soft">{said.count(found.totalCount)}</p>
      </div>
      {found.data.length === 0 ? (
        <p className="card soft small">{found.totalCount === 0 ? said.none : said.noneHere}</p>
      ) : (
        <ul className="rows card" aria-label={said.title}>
          {found.data.map(({ channelId, channelName, createdDate }) => (
            <li key={channelId} className="app-row">
              <Who channelId={channelId} name={channelName} />
              <span className="small soft">
                <Moment at={createdDate} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager to="/studio/followers" page={page} pages={found.totalPages} />
    </Stack>
  )
}

const said = inLanguage({
  ko: {
    title: '팔로워',
    count: (count: number) => `${count.toLocaleString(language)}명, 최근에 팔로우한 순서`,
    none: '아직 팔로워가 없습니다. 시청 페이지를 사람들에게 알려 보세요.',
    noneHere: '이 쪽에는 아무도 없습니다.',
  },
  en: {
    title: 'Followers',
    count: (count: number) => `${count.toLocaleString(language)}, the newest first`,
    none: 'Nobody follows yet. Tell people of your watch page.',
    noneHere: 'There is nobody on this page.',
  },
})
