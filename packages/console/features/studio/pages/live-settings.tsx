import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { LiveSettingsForm } from '../components/live-settings-form.tsx'
import { ListedWatchers } from '../components/listed-watchers.tsx'
import { ThumbnailField } from '../components/thumbnail-field.tsx'
import { liveSettingsQuery } from '../queries/studio-queries.ts'

const { live: t } = strings('studio')

/** The settings of the streamer's lives. */
export function StudioLiveSettings() {
  const query = useQuery(liveSettingsQuery)
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <QueryBoundary query={query}>
        {(setting) => (
          <>
            <LiveSettingsForm setting={setting} />
            {setting.audience === 'LISTED' && <ListedWatchers />}
            <ThumbnailField thumbnailUrl={setting.thumbnailUrl} />
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}
