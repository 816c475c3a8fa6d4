import { Anchor, Group, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { personUploadsQuery } from '../queries.ts'

const { person: t } = strings('admin')

/** The files that a person uploaded for the channel, of which each can be removed. */
export function PersonUploads({ channelId }: { channelId: string }) {
  const query = personUploadsQuery(channelId)
  const uploads = useQuery(query).data?.data ?? []
  const queries = useQueryClient()
  if (uploads.length === 0) return null
  return (
    <section className="card" aria-labelledby="uploads">
      <h2 id="uploads">{t.uploads}</h2>
      <Group gap="lg" mt="sm">
        {uploads.map(({ kind, name, url }) => (
          <Stack key={url} gap={4} align="center">
            {kind !== 'alertSound' && <img src={url} alt="" height="48" />}
            <Anchor href={url} size="sm">
              {name}
            </Anchor>
            <ConfirmButton
              label={t.removeUpload}
              ariaLabel={t.removeUploadNamed(name)}
              title={t.removeUploadNamed(name)}
              confirmLabel={t.removeUpload}
              onConfirm={async () => {
                await api(consoleApi.admin.removeUpload, { pathParams: { channelId, kind, name } })
                await queries.invalidateQueries(query)
              }}
            >
              {t.removeUploadHint}
            </ConfirmButton>
          </Stack>
        ))}
      </Group>
    </section>
  )
}
