import { Button, Group, SegmentedControl } from '@mantine/core'
import type { OverlayKind, OverlaySettings } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import type { PreviewMessage } from '@onair/overlays'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type CSSProperties, type Ref } from 'react'
import { strings } from '../../../locales/index.ts'
import { overlaySamples } from '../overlay-samples.ts'
import { alertFilesQuery } from '../uploads/uploads-query.ts'
import classes from '../pages/overlays.module.css'

/** The suggested sizes in pixels. The chat is shown smaller. */
const styles = {
  chat: { '--width': 400, '--height': 600, '--shown-width': '20rem' },
  alerts: { '--width': 800, '--height': 200 },
  goal: { '--width': 600, '--height': 110 },
  events: { '--width': 400, '--height': 300 },
  poll: { '--width': 400, '--height': 300 },
} as Readonly<Record<OverlayKind, CSSProperties>>

const t = strings('overlays')

type Uploads = PreviewMessage['status']['uploads']
const noUploads: Uploads = []

const backgrounds = ['dark', 'light', 'checker'] as const
type Background = (typeof backgrounds)[number]
const tests = {
  chat: ['CHAT'],
  alerts: ['DONATION', 'SUBSCRIPTION', 'FOLLOW'],
  goal: ['DONATION', 'SUBSCRIPTION'],
  events: ['DONATION', 'SUBSCRIPTION'],
  poll: ['POLL'],
} as const satisfies Record<OverlayKind, readonly (keyof typeof t.tests)[]>

export type PreviewHandle = { sendTest: (name: keyof typeof t.tests) => void }

/** The page of the overlay with the settings as they are edited, and buttons that send sample events to it. */
export function OverlayPreview<Kind extends OverlayKind>({
  kind,
  settings,
  ref,
}: {
  kind: Kind
  settings: OverlaySettings[Kind]
  ref: Ref<PreviewHandle>
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [background, setBackground] = useState<Background>('dark')
  const [sent, setSent] = useState(0)
  const { data: uploads = noUploads } = useQuery({ ...alertFilesQuery, enabled: kind === 'alerts' })
  const send = (event?: PreviewMessage['event'], edited = settings, files = uploads) => {
    const status = overlaySamples.status(kind, edited, files)
    const message: PreviewMessage = { status, event, isAlone: event !== undefined }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }
  const sendTest = (name: keyof typeof t.tests) => {
    send(overlaySamples.event(name, sent))
    setSent(sent + 1)
  }
  useImperativeHandle(ref, () => ({
    sendTest(name) {
      frame.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
      sendTest(name)
    },
  }))
  const onReady = useEffectEvent(({ source, data }: MessageEvent) => {
    if (source !== frame.current?.contentWindow || data !== 'ready') return
    send()
    if (kind === 'chat') for (let index = 0; index < 3; index++) send(overlaySamples.event('CHAT', index))
    if (kind === 'poll') send(overlaySamples.event('POLL', 0))
    if (kind === 'alerts') send(overlaySamples.event('DONATION', 0))
  })
  const onSettings = useEffectEvent((edited: OverlaySettings[Kind], files: Uploads) => send(undefined, edited, files))
  useEffect(() => {
    window.addEventListener('message', onReady)
    return () => window.removeEventListener('message', onReady)
  }, [])
  useEffect(() => onSettings(settings, uploads), [settings, uploads])
  return (
    <section aria-label={t.preview}>
      <div className={classes.preview} data-background={background} style={styles[kind]}>
        {/* A page of this site, which needs its origin for its script and its fonts. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          // Another file is shown at once.
          key={uploads.map(({ url }) => url).join(' ')}
          ref={frame}
          src={`/overlay/${kind}`}
          title={`${t.preview}: ${t.kinds[kind]}`}
          tabIndex={-1}
        />
      </div>
      <Group gap="sm" mt="sm" justify="space-between">
        <Group gap="xs">
          {tests[kind].map((name) => (
            <Button key={name} size="xs" variant="default" onClick={() => sendTest(name)}>
              {t.tests[name]}
            </Button>
          ))}
        </Group>
        <SegmentedControl
          size="xs"
          aria-label={t.background}
          value={background}
          onChange={(selected) => setBackground(selected)}
          data={backgrounds.map((value) => ({ value, label: t.backgrounds[value] }))}
        />
      </Group>
    </section>
  )
}
