import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { loadExport } from '../../../lib/load-export.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import layout from '../../../ui/layout.module.css'

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
    <section className={`card ${layout.setting}`} aria-labelledby="data">
      <SettingHead id="data" title={t.title} about={t.about} />
      <Stack gap="md">
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
