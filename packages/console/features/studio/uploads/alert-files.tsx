import { Button, FileButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { uploadsQuery, type Upload } from './uploads-query.ts'

const { files: t } = strings('overlays')

const alerts = ['donation', 'subscription', 'follow'] as const
type Alert = (typeof alerts)[number]
const kinds = ['alertPicture', 'alertSound'] as const
type Kind = (typeof kinds)[number]

/** The picture and the sound that the streamer uploaded for each alert. */
export function AlertFiles() {
  const query = useQuery(uploadsQuery)
  return (
    <Stack component="section" gap="md" className="card" aria-labelledby="alert-files">
      <div>
        <h2 id="alert-files">{t.title}</h2>
        <Text size="sm" c="dimmed">
          {t.hint}
        </Text>
      </div>
      <QueryBoundary query={query}>
        {({ data }) =>
          alerts.map((alert) => (
            <Stack key={alert} gap="xs">
              <h3>{t.alerts[alert]}</h3>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {kinds.map((kind) => (
                  <AlertFile
                    key={kind}
                    alert={alert}
                    kind={kind}
                    upload={data.find((upload) => upload.kind === kind && upload.name === alert)}
                  />
                ))}
              </SimpleGrid>
            </Stack>
          ))
        }
      </QueryBoundary>
    </Stack>
  )
}

const texts = {
  alertPicture: {
    accept: 'image/png,image/webp,image/gif',
    choose: t.picture,
    of: t.pictureOf,
    remove: t.removePicture,
  },
  alertSound: { accept: 'audio/ogg,audio/mpeg,audio/wav', choose: t.sound, of: t.soundOf, remove: t.removeSound },
}

function AlertFile({ alert, kind, upload }: { alert: Alert; kind: Kind; upload: Upload | undefined }) {
  const queries = useQueryClient()
  const pathParams = { kind, name: alert }
  const onSuccess = () => queries.invalidateQueries(uploadsQuery)
  const put = useMutation({
    mutationFn: async (file: File) =>
      api(consoleApi.uploads.putUpload, { pathParams, body: { months: 0, file: await readBase64(file) } }),
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => api(consoleApi.uploads.deleteUpload, { pathParams }), onSuccess })
  const error = put.error ?? remove.error
  const text = texts[kind]
  return (
    <Stack gap="xs" align="start" justify="end">
      {upload && kind === 'alertPicture' && <img src={upload.url} alt="" height="64" />}
      {upload && kind === 'alertSound' && (
        <Group gap="xs">
          <Text size="sm">{t.soundSet}</Text>
          <Button
            size="xs"
            variant="default"
            aria-label={t.playOf(t.alerts[alert])}
            onClick={() => void new Audio(upload.url).play()}
          >
            {t.play}
          </Button>
        </Group>
      )}
      <Group gap="xs">
        <FileButton accept={text.accept} onChange={(file) => file && put.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={put.isPending}
              aria-label={text.of(t.alerts[alert])}
            >
              {text.choose}
            </Button>
          )}
        </FileButton>
        {upload && (
          <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            {text.remove}
          </Button>
        )}
      </Group>
      {error && (
        <Text size="sm" c="red" role="alert">
          <ErrorText error={error} />
        </Text>
      )}
    </Stack>
  )
}
