import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { BroadcastForm } from '../components/broadcast-form.tsx'
import { ThumbnailField } from '../components/thumbnail-field.tsx'
import { broadcastSettingsQuery } from '../queries/studio-queries.ts'

const { broadcast: t } = strings('studio')

/** The settings of the streamer's broadcasts. */
export function StudioBroadcast() {
  const query = useQuery(broadcastSettingsQuery)
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {(setting) => (
          <>
            <BroadcastForm setting={setting} />
            <ThumbnailField thumbnailUrl={setting.thumbnailUrl} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}
