import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'
import { AudiencePage } from '../components/audience-page.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { searchFollowers, followerSearchQuery, followersQuery } from '../queries/studio-queries.ts'

const { followers: t } = strings('studio')

/** The followers of the streamer's channel, newest first. */
export function StudioFollowers() {
  const { page = 0, name = '' } = useSearch({ from: '/studio/followers' })
  const query = useQuery(followersQuery(page))
  const found = useInfiniteQuery(followerSearchQuery(name))
  return (
    <AudiencePage
      title={t.title}
      count={t.count}
      none={t.none}
      action="follow"
      to="/studio/followers"
      page={page}
      query={query}
      name={name}
      found={found}
      load={searchFollowers}
      fields={['channelId', 'channelName', 'createdDate']}
      columns={[t.since]}
      describeNew={({ day, month }) => t.newOnes(day.followers, month.followers)}
    >
      {({ createdDate }) => (
        <td data-label={t.since}>
          <RelativeTime at={createdDate} />
        </td>
      )}
    </AudiencePage>
  )
}
