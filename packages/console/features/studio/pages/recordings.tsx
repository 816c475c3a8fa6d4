import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
  const hasRecordings = query.data?.pages[0]?.data.length !== 0
  const notice = setting === undefined ? null : noticeOf(setting)
  return (
    <Stack gap="lg">
      <PageTitle description={t.studio.about}>{t.title}</PageTitle>
      {notice !== null && hasRecordings && <Text size="sm">{notice}</Text>}
      <InfiniteTable
        query={query}
        label={t.title}
        idField="recordingId"
        columns={Object.values(t.studio.columns)}
        hasCards
        empty={notice ?? t.studio.none}
      >
        {(recording) => visitor && <Cells recording={recording} channel={visitor} />}
      </InfiniteTable>
    </Stack>
  )
}

/** Why the next broadcast will not be recorded. Null when it will. */
function noticeOf({ canRecord, isRecorded }: { canRecord: boolean; isRecorded: boolean }): ReactNode {
  if (!canRecord) return t.studio.unavailable
  if (isRecorded) return null
  return (
    <>
      {t.studio.off} <AnchorLink to="/studio/live">{t.studio.settings}</AnchorLink>
    </>
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
