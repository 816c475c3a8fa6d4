import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '@onair/contract'
import { toCsv } from '../../lib/csv.ts'
import { saveFile } from '../../lib/save-file.ts'
import { strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'

const { audience: t } = strings('studio')

type Member = { channelId: string; channelName: string; createdDate: string; month?: number; tierNo?: number }
type Query = { name?: string; size: number; next?: string }
export type LoadAudience = (query: Query) => Promise<{ data: readonly Member[]; page: { next: string | null } }>
type Props = { list: 'followers' | 'subscribers'; name: string; load: LoadAudience }

/** Downloads the followers or subscribers, or those that a search finds. */
export function ExportAudience({ list, name, load }: Props) {
  const [loadedCount, setLoadedCount] = useState(0)
  const exportAudience = useMutation({
    mutationFn: async () => {
      setLoadedCount(0)
      const { members, isComplete } = await loadAll(load, name, setLoadedCount)
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`${list}-${day}.csv`, 'text/csv;charset=utf-8', audienceToCsv(list, members))
      return { count: members.length, isComplete }
    },
  })
  const { data } = exportAudience
  return (
    <Group gap="xs">
      <Button size="sm" variant="default" loading={exportAudience.isPending} onClick={() => exportAudience.mutate()}>
        {t.exportCsv}
      </Button>
      <Text span size="sm" c="dimmed" role="status">
        {exportAudience.isPending && loadedCount > 0 && t.loaded(loadedCount)}
        {data && (data.isComplete ? t.exported(data.count) : t.exportedFirst(data.count))}
      </Text>
      {exportAudience.error && <ErrorAlert error={exportAudience.error} retry={() => exportAudience.mutate()} />}
    </Group>
  )
}

/** Newest first, up to `limits.audienceExportMax`. */
async function loadAll(load: LoadAudience, name: string, onProgress: (count: number) => void) {
  const members: Member[] = []
  let next: string | null = null
  do {
    const content: Awaited<ReturnType<LoadAudience>> = await load({
      size: limits.audienceSearchSizeMax,
      ...(name !== '' && { name }),
      ...(next !== null && { next }),
    })
    members.push(...content.data)
    next = content.page.next
    onProgress(members.length)
  } while (next !== null && members.length < limits.audienceExportMax)
  return { members, isComplete: next === null }
}

/** The columns have the names of the API's fields in every language, so that programs can read the file. */
function audienceToCsv(list: Props['list'], members: readonly Member[]): string {
  const ofSubscriber = list === 'subscribers'
  return toCsv([
    ['channelId', 'channelName', ...(ofSubscriber ? ['month', 'tierNo'] : []), 'createdDate'],
    ...members.map((one) => [
      one.channelId,
      one.channelName,
      ...(ofSubscriber ? [String(one.month), String(one.tierNo)] : []),
      one.createdDate,
    ]),
  ])
}
