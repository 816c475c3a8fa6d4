import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useVisitorChannelId } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { LiveHook } from '../channel/live-hook.tsx'
import { HandleForm } from '../channel/handle-form.tsx'
import { ChannelPictureField } from '../channel/picture-field.tsx'
import { ProfileForm } from '../channel/profile-form.tsx'
import { ownProfileQuery } from '../channel/profile-query.ts'

const t = strings('profile')

/** The picture, the short address, the introduction and the links of the channel, and its notices. */
export function StudioChannel() {
  const query = useQuery(ownProfileQuery)
  const channelId = useVisitorChannelId()
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle
        description={
          <>
            {t.about} <Anchor href={`/watch/${channelId}`}>{t.open}</Anchor>
          </>
        }
      >
        {t.title}
      </PageTitle>
      <QueryBoundary query={query}>
        {(profile) => (
          <>
            <ChannelPictureField imageUrl={profile.channelImageUrl} />
            <HandleForm profile={profile} />
            <ProfileForm profile={profile} />
            <LiveHook />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}
