import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { formatLength } from '../../watch/durations.ts'
import { liveTitleOf } from '../../watch/live-title.ts'
import { deleteRecording, recordingsQuery, type Recording } from '../../watch/replay/queries.ts'
import { liveSettingsQuery } from '../queries/studio-queries.ts'

const t = strings('replay')

/** The recordings of the streamer's lives. */
export function StudioRecordings() {
  const visitor = useQuery(visitorQuery).data
  const setting = useQuery(liveSettingsQuery).data
  const query = useInfiniteQuery(recordingsQuery(visitor?.channelId ?? ''))
  return (
    <Stack gap="lg">
      <PageTitle description={t.studio.about}>{t.title}</PageTitle>
      {setting && !setting.isRecorded && (
        <Text size="sm">
          {setting.canRecord ? t.studio.off : t.studio.unavailable}{' '}
          {setting.canRecord && <AnchorLink to="/studio/live">{t.studio.settings}</AnchorLink>}
        </Text>
      )}
      <InfiniteTable
        query={query}
        label={t.title}
        idField="recordingId"
        columns={Object.values(t.studio.columns)}
        hasCards
        empty={t.studio.none}
      >
        {(recording) => visitor && <Cells recording={recording} channel={visitor} />}
      </InfiniteTable>
    </Stack>
  )
}

type CellsProps = { recording: Recording; channel: { channelId: string; channelName: string } }

function Cells({ recording, channel: { channelId, channelName } }: CellsProps) {
  const { recordingId, title, startedDate, durationMs, bytes } = recording
  const { started, length, size, action } = t.studio.columns
  const queries = useQueryClient()
  const remove = async () => {
    await deleteRecording(channelId, recordingId)
    await queries.invalidateQueries({ queryKey: ['recordings', channelId] })
  }
  const shownTitle = liveTitleOf(title, channelName)
  return (
    <>
      <th scope="row">
        <AnchorLink inherit to="/watch/$channelId/replays/$recordingId" params={{ channelId, recordingId }}>
          {shownTitle}
        </AnchorLink>
      </th>
      <td data-label={started}>
        <RelativeTime at={startedDate} />
      </td>
      <td data-label={length}>{formatLength(durationMs)}</td>
      <td data-label={size}>{t.studio.size(bytes)}</td>
      <td data-label={action}>
        <ConfirmButton
          label={t.delete}
          ariaLabel={t.deleteOf(shownTitle)}
          title={t.deleteTitle}
          confirmLabel={t.delete}
          onConfirm={remove}
          isDestructive
        >
          {t.deleteQuestion(shownTitle)}
        </ConfirmButton>
      </td>
    </>
  )
}
