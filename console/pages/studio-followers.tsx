import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { inLanguage, language } from '../language.ts'
import { AudiencePage } from '../parts/audience-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { followersQuery } from '../studio-queries.ts'

/** Who follows one's channel, newest first. */
export function StudioFollowers() {
  const { page = 0 } = useSearch({ from: '/studio/followers' })
  const asked = useQuery(followersQuery(page))
  return (
    <AudiencePage {...said} act="follow" to="/studio/followers" page={page} asked={asked}>
      {({ createdDate }) => (
        <span className="small soft">
          <Moment at={createdDate} />
        </span>
      )}
    </AudiencePage>
  )
}

const said = inLanguage({
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
