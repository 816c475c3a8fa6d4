import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import type { CaptureChoice } from './capture.ts'
import { CapturePreview } from './capture-preview.tsx'
import { findMissingSupport } from './capture-support.ts'
import { DeviceFields } from './device-fields.tsx'
import { keepChoice, readChoice } from './kept-choice.ts'
import { publisher } from './publisher.ts'
import { useCapture } from './use-capture.ts'

const t = strings('goLive')
const { dialog } = strings('common')

type Source = CaptureChoice['source'] | 'none'

type Props = {
  /** The live of this page goes on with another picture. */
  isChange?: boolean
  onClose: () => void
  /** Starts a live without video. */
  onStartWithout?: () => void
}

/** Chooses what goes on air, shows it, and starts the live. */
export default function GoLiveDialog({ isChange = false, onClose, onStartWithout }: Props) {
  const { data: missing } = useQuery({
    queryKey: ['capture-support'],
    queryFn: async () => ({ support: await findMissingSupport() }),
    staleTime: Infinity,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={isChange ? t.changeTitle : t.title}
      closeButtonProps={{ 'aria-label': dialog.close }}
      size="lg"
      centered
    >
      {missing === undefined ? (
        <Loading minHeight="24rem" />
      ) : missing.support === null ? (
        <Setup isChange={isChange} onClose={onClose} {...(onStartWithout && { onStartWithout })} />
      ) : (
        <Stack gap="md">
          <Text>{t.missing[missing.support]}</Text>
          <WithoutVideo {...(onStartWithout && { onStartWithout })} />
        </Stack>
      )}
    </Modal>
  )
}

function Setup({ isChange, onClose, onStartWithout }: Props & { isChange: boolean }) {
  const [choice, setChoice] = useState(readChoice)
  const [source, setSource] = useState<Source>(choice.source)
  const isCaptured = source !== 'none'
  const { capture, problem, isOpening, share, retry, keep } = useCapture(choice, isCaptured)
  const start = useStart({ isChange, onStarted: onClose, keep })
  const change = (changed: Partial<CaptureChoice>) => {
    start.reset()
    setChoice({ ...choice, ...changed })
  }
  const changeSource = (value: string) => {
    setSource(value as Source)
    if (value !== 'none') change({ source: value as CaptureChoice['source'] })
  }
  const isElsewhere = isRefusal(start.error, 'LIVE_ELSEWHERE')
  const sources: Source[] = isChange ? ['camera', 'screen'] : ['camera', 'screen', 'none']
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label={t.source}
        value={source}
        onChange={changeSource}
        data={sources.map((value) => ({ value, label: t.sources[value] }))}
      />
      {isCaptured ? (
        <>
          <CapturePreview capture={capture}>
            {capture === null && problem === null && (
              <Text size="md">{isOpening || source === 'camera' ? t.previewEmpty.camera : t.previewEmpty.screen}</Text>
            )}
            {source === 'screen' && (
              <Button variant="default" size="xs" onClick={share} loading={isOpening}>
                {capture === null ? t.share : t.shareOther}
              </Button>
            )}
          </CapturePreview>
          {problem !== null && problem !== 'NOT_SHARED' && (
            <Alert color="red" role="alert">
              {t.problems[problem]}
              <Group mt="sm">
                <Button size="xs" variant="default" onClick={retry}>
                  {t.retry}
                </Button>
              </Group>
            </Alert>
          )}
          <DeviceFields choice={choice} onChange={change} capture={capture} isQualityFixed={isChange} />
          {start.error !== null &&
            (isElsewhere ? (
              <Alert color="orange" role="alert">
                {t.elsewhere}
              </Alert>
            ) : (
              <ErrorAlert error={start.error} retry={start.reset} />
            ))}
          <Group gap="xs">
            <Button
              disabled={capture === null}
              loading={start.isPending}
              onClick={() => capture && start.start(capture, isElsewhere)}
            >
              {isChange ? t.apply : isElsewhere ? t.takeOver : t.start}
            </Button>
            <Button variant="default" onClick={onClose}>
              {dialog.cancel}
            </Button>
          </Group>
          {!isChange && <AnchorLink to="/studio/key">{t.toEncoder}</AnchorLink>}
        </>
      ) : (
        <WithoutVideo {...(onStartWithout && { onStartWithout })} />
      )}
    </Stack>
  )
}

function WithoutVideo({ onStartWithout }: Pick<Props, 'onStartWithout'>) {
  return (
    <>
      <Text c="dimmed">{t.noneAbout}</Text>
      <Group gap="md">
        {onStartWithout && <Button onClick={onStartWithout}>{t.startWithout}</Button>}
        <AnchorLink to="/studio/key">{t.toEncoder}</AnchorLink>
      </Group>
    </>
  )
}

type StartOptions = { isChange: boolean; onStarted: () => void; keep: () => void }

/** Hands the capture to the publisher. A refusal leaves it to the preview. */
function useStart({ isChange, onStarted, keep }: StartOptions) {
  const queries = useQueryClient()
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const start = async (capture: Parameters<typeof publisher.switchTo>[0], takeOver: boolean) => {
    setPending(true)
    setError(null)
    try {
      if (isChange) publisher.switchTo(capture)
      else await publisher.start(capture, takeOver)
      keep()
      keepChoice(capture.choice)
      onStarted()
      await queries.invalidateQueries({ queryKey: ['studio'] })
    } catch (thrown) {
      setError(thrown)
      setPending(false)
    }
  }
  return {
    error,
    isPending,
    start: (...args: Parameters<typeof start>) => void start(...args),
    reset: () => setError(null),
  }
}
