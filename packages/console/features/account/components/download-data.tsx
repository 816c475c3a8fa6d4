import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { loadExport } from '../../../lib/load-export.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'

const { data: t } = strings('account')

const countFormat = new Intl.NumberFormat(language)

/** Downloads the data of the account as one JSON file, which is put together from pages. */
export function DownloadData({ channelId }: { channelId: string }) {
  const [entries, setEntries] = useState(0)
  const download = useMutation({
    mutationFn: async () => {
      setEntries(0)
      const data = await loadExport((query) => api(consoleApi.account.exportData, { query }), setEntries)
      saveFile(`onair-${channelId}.json`, 'application/json', JSON.stringify(data, null, 2))
    },
  })
  return (
    <section className="card" aria-labelledby="data">
      <Stack gap="md">
        <div>
          <h2 id="data">{t.title}</h2>
          <Text size="sm" c="dimmed" mt={4}>
            {t.about}
          </Text>
        </div>
        <Group>
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            {t.download}
          </Button>
          <Text span size="sm" c="dimmed" role="status">
            {download.isPending && entries > 0 && t.progress(countFormat.format(entries))}
            {download.isSuccess && t.done(countFormat.format(entries))}
          </Text>
        </Group>
        {download.error && <ErrorAlert error={download.error} retry={() => download.mutate()} />}
      </Stack>
    </section>
  )
}
