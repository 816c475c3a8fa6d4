import { ActionIcon, Box, Button, Center, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { consoleApi, limits, type OverlaySettings } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { readBase64 } from '../../../lib/read-base64.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { IconPhoto, IconPlayerPlay, IconPlayerStopFilled, IconX } from '../../../ui/icons.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import type { PreviewHandle } from '../components/overlay-preview.tsx'
import { uploadsQuery, type Upload } from './uploads-query.ts'
import layout from '../../../ui/layout.module.css'

const { files: t, tests } = strings('overlays')

const alerts = [
  ['donation', 'DONATION', 'hasDonations'],
  ['subscription', 'SUBSCRIPTION', 'hasSubscriptions'],
  ['follow', 'FOLLOW', 'hasFollows'],
] as const
type Alert = (typeof alerts)[number][0]

type Props = { settings: OverlaySettings['alerts']; preview: RefObject<PreviewHandle | null> }

/** The picture and the sound that the streamer uploaded for each alert, and when they play. */
export function AlertFiles({ settings, preview }: Props) {
  const query = useQuery(uploadsQuery)
  return (
    <Stack component="section" gap="md" className="card" aria-labelledby="alert-files">
      <div>
        <h2 id="alert-files">{t.title}</h2>
        {t.hints(settings.durationSec).map((hint) => (
          <Text key={hint} size="sm" c="dimmed">
            {hint}
          </Text>
        ))}
      </div>
      <QueryBoundary query={query}>
        {({ data }) => (
          <ul className={layout.rows}>
            {alerts.map(([alert, test, setting]) => {
              const fileOf = (kind: Upload['kind']) =>
                data.find((upload) => upload.kind === kind && upload.name === alert)
              return (
                <li key={alert} className={layout.row}>
                  <Box flex="1 1 16rem">
                    <h3>{t.alerts[alert]}</h3>
                    <Text size="sm" c="dimmed">
                      {settings[setting] ? t.plays[alert](settings.minAmount) : t.off}
                    </Text>
                    <Button
                      size="xs"
                      variant="default"
                      mt="xs"
                      disabled={!settings[setting]}
                      onClick={() => preview.current?.sendTest(test)}
                    >
                      {tests[test]}
                    </Button>
                  </Box>
                  <AlertFile alert={alert} kind="alertPicture" upload={fileOf('alertPicture')} />
                  <AlertFile alert={alert} kind="alertSound" upload={fileOf('alertSound')} />
                </li>
              )
            })}
          </ul>
        )}
      </QueryBoundary>
    </Stack>
  )
}

const texts = {
  alertPicture: {
    accept: 'image/png,image/webp,image/gif',
    choose: t.picture,
    of: t.pictureOf,
    removeOf: t.removePictureOf,
    standard: t.standardPicture,
  },
  alertSound: {
    accept: 'audio/ogg,audio/mpeg,audio/wav',
    choose: t.sound,
    of: t.soundOf,
    removeOf: t.removeSoundOf,
    standard: t.standardSound,
  },
}

/** The place of a picture or a sound. */
const box = { w: 72, h: 72, flex: 'none', bg: 'var(--color-background)', c: 'dimmed', bdrs: 'md' } as const

type FileProps = { alert: Alert; kind: keyof typeof texts; upload: Upload | undefined }

function AlertFile({ alert, kind, upload }: FileProps) {
  const queries = useQueryClient()
  const [isTooLarge, setTooLarge] = useState(false)
  const pathParams = { kind, name: alert }
  const onSuccess = () => queries.invalidateQueries(uploadsQuery)
  const put = useMutation({
    mutationFn: async (file: File) =>
      api(consoleApi.uploads.putUpload, { pathParams, body: { months: 0, file: await readBase64(file) } }),
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => api(consoleApi.uploads.deleteUpload, { pathParams }), onSuccess })
  const choose = (file: File | null) => {
    if (file === null) return
    setTooLarge(file.size > limits.uploads[kind].bytes)
    put.reset()
    if (file.size <= limits.uploads[kind].bytes) put.mutate(file)
  }
  const error = put.error ?? remove.error
  const { accept, choose: label, of, removeOf, standard } = texts[kind]
  return (
    <Group gap="sm" wrap="nowrap" flex="1 1 15rem">
      {kind === 'alertPicture' ? (
        <Center {...box}>
          {upload ? (
            <img src={upload.url} alt={t.pictureSet} width="72" height="72" style={{ objectFit: 'contain' }} />
          ) : (
            <IconPhoto size={24} stroke={1.5} aria-hidden="true" />
          )}
        </Center>
      ) : (
        <Sound key={upload?.url} url={upload?.url} label={t.playOf(t.alerts[alert])} />
      )}
      <Stack gap={4} align="start">
        {!upload && (
          <Text size="sm" c="dimmed">
            {standard}
          </Text>
        )}
        <Group gap="xs">
          <FileButton accept={accept} onChange={choose}>
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={put.isPending} aria-label={of(t.alerts[alert])}>
                {label}
              </Button>
            )}
          </FileButton>
          {upload && (
            <ActionIcon
              variant="subtle"
              color="gray"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
              aria-label={removeOf(t.alerts[alert])}
              title={removeOf(t.alerts[alert])}
            >
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          )}
        </Group>
        {(isTooLarge || error) && (
          <Text size="sm" c="red" role="alert">
            {isTooLarge ? t.tooLarge : <ErrorText error={error} />}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

/** A button that plays a sound, with its length. */
function Sound({ url, label }: { url: string | undefined; label: string }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [length, setLength] = useState<number | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const toggle = () => {
    if (isPlaying) audio.current?.load()
    else void audio.current?.play()
  }
  const Icon = isPlaying ? IconPlayerStopFilled : IconPlayerPlay
  return (
    <Stack {...box} gap={0} align="center" justify="center">
      {/* A sound of an alert has no words. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => setLength(currentTarget.duration)}
        onPlay={() => setPlaying(true)}
        onEmptied={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      <ActionIcon variant="default" radius="xl" disabled={url === undefined} aria-label={label} onClick={toggle}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {length !== null && Number.isFinite(length) && <small>{t.seconds(length)}</small>}
    </Stack>
  )
}
