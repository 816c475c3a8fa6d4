import { NativeSelect, SimpleGrid, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { strings } from '../../../locales/index.ts'
import { LevelMeter } from './level-meter.tsx'
import { listDevices, type Capture, type CaptureChoice } from './capture.ts'
import { qualities, qualityNames, smallQuality, type QualityName } from './encoding/video-quality.ts'

const t = strings('goLive')

const noMicrophone = 'none'

type Props = {
  choice: CaptureChoice
  onChange: (change: Partial<CaptureChoice>) => void
  capture: Capture | null
  /** A live that is on air keeps its quality. */
  isQualityFixed: boolean
}

/** The camera, the microphone and the quality. */
export function DeviceFields({ choice, onChange, capture, isQualityFixed }: Props) {
  const { cameras, microphones } = useDevices(capture)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {choice.source === 'camera' && (
        <NativeSelect
          label={t.camera}
          value={choice.cameraId ?? capture?.video.getSettings().deviceId ?? ''}
          data={optionsOf(cameras)}
          onChange={({ currentTarget: { value } }) => onChange({ cameraId: value === '' ? null : value })}
        />
      )}
      <div>
        <NativeSelect
          label={t.microphone}
          value={choice.hasMicrophone ? (choice.microphoneId ?? '') : noMicrophone}
          data={[...optionsOf(microphones, true), { value: noMicrophone, label: t.noMicrophone }]}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              hasMicrophone: value !== noMicrophone,
              microphoneId: value === '' || value === noMicrophone ? null : value,
            })
          }
        />
        {capture?.hasMicrophone && <LevelMeter capture={capture} />}
      </div>
      {!isQualityFixed && (
        <>
          <NativeSelect
            label={t.quality}
            value={choice.quality}
            data={qualityNames.map((name) => ({
              value: name,
              label: t.qualityOption(name, qualities[name].kbps / 1_000),
            }))}
            onChange={({ currentTarget: { value } }) => onChange({ quality: value as QualityName })}
          />
          {qualities[choice.quality].height > smallQuality.height && (
            <Switch
              label={t.small}
              description={t.smallHint}
              checked={choice.hasSmall}
              onChange={({ currentTarget: { checked } }) => onChange({ hasSmall: checked })}
            />
          )}
        </>
      )}
    </SimpleGrid>
  )
}

function optionsOf(devices: MediaDeviceInfo[], hasStandard = devices.length === 0) {
  const named = devices.map(({ deviceId, label }, index) => ({ value: deviceId, label: label || `${index + 1}` }))
  return hasStandard ? [{ value: '', label: t.standard }, ...named.filter(({ value }) => value !== 'default')] : named
}

const none: Awaited<ReturnType<typeof listDevices>> = { cameras: [], microphones: [] }

/** Read again when a device is connected, and once the user has allowed one: names are hidden before. */
function useDevices(capture: Capture | null) {
  const { data = none, refetch } = useQuery({
    queryKey: ['devices', capture?.video.id],
    queryFn: listDevices,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  useEffect(() => {
    const listeners = new AbortController()
    navigator.mediaDevices.addEventListener('devicechange', () => void refetch(), { signal: listeners.signal })
    return () => listeners.abort()
  }, [refetch])
  return data
}
