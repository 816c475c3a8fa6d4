import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { localize, language } from '../../lib/language.ts'
import { AudiencePage } from './audience-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { followersQuery } from './studio-queries.ts'

/** Who follows one's channel, newest first. */
export function StudioFollowers() {
  const { page = 0 } = useSearch({ from: '/studio/followers' })
  const query = useQuery(followersQuery(page))
  return (
    <AudiencePage {...t} action="follow" to="/studio/followers" page={page} query={query}>
      {({ createdDate }) => (
        <span className="small soft">
          <RelativeTime at={createdDate} />
        </span>
      )}
    </AudiencePage>
  )
}

const t = localize({
  ko: {
    title: '팔로워',
    count: (count: number) => `${count.toLocaleString(language)}명, 최근에 팔로우한 순서`,
    none: '아직 팔로워가 없습니다',
  },
  en: {
    title: 'Followers',
    count: (count: number) => `${count.toLocaleString(language)}, the newest first`,
    none: 'Nobody follows yet',
  },
})
