import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '@onair/contract'
import { toCsv } from '../../../lib/csv.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { exportCsv: t } = strings('studio')

type Row = { readonly [field: string]: string | number | null }
export type LoadRows = (query: {
  size: number
  next?: string
}) => Promise<{ data: readonly Row[]; page: { next: string | null } }>
type Props = {
  list: 'followers' | 'subscribers' | 'activity'
  /** The columns, which have the names of the API's fields in every language, so that programs can read the file. */
  fields: readonly string[]
  load: LoadRows
}

/** Downloads a list as it is filtered, newest first, up to `limits.audienceExportMax` rows. */
export function ExportCsv({ list, fields, load }: Props) {
  const [loadedCount, setLoadedCount] = useState(0)
  const exportRows = useMutation({
    mutationFn: async () => {
      setLoadedCount(0)
      const { rows, isComplete } = await loadAll(load, setLoadedCount)
      const day = new Date().toISOString().slice(0, 10)
      const lines = rows.map((row) => fields.map((field) => String(row[field] ?? '')))
      saveFile(`${list}-${day}.csv`, 'text/csv;charset=utf-8', toCsv([fields, ...lines]))
      return { count: rows.length, isComplete }
    },
  })
  const { data } = exportRows
  return (
    <Group gap="xs">
      <Button size="sm" variant="default" loading={exportRows.isPending} onClick={() => exportRows.mutate()}>
        {t.download}
      </Button>
      <Text span size="sm" c="dimmed" role="status">
        {exportRows.isPending && loadedCount > 0 && t.loaded(loadedCount)}
        {data && (data.isComplete ? t.exported(data.count) : t.exportedFirst(data.count))}
      </Text>
      {exportRows.error && <ErrorAlert error={exportRows.error} retry={() => exportRows.mutate()} />}
    </Group>
  )
}

async function loadAll(load: LoadRows, onProgress: (count: number) => void) {
  const rows: Row[] = []
  let next: string | null = null
  do {
    const content: Awaited<ReturnType<LoadRows>> = await load({
      size: limits.audienceSearchSizeMax,
      ...(next !== null && { next }),
    })
    rows.push(...content.data)
    next = content.page.next
    onProgress(rows.length)
  } while (next !== null && rows.length < limits.audienceExportMax)
  return { rows, isComplete: next === null }
}
