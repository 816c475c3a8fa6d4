import { Button, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type ViewerStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { dayFormat } from '../../../lib/time-format.ts'
import { useRetryWait } from '../../../lib/use-retry-wait.ts'
import { strings } from '../../../locales/index.ts'
import { GiftDialog } from '../gift/gift-dialog.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import layout from '../../../ui/layout.module.css'

const { subscribe: t } = strings('about')
const { dialog } = strings('common')

type Props = { channelId: string; channelName: string; current: ViewerStatus['subscription']; onClose: () => void }

/** Subscribes to a channel, or renews the subscription. */
export default function SubscribeDialog({ channelId, channelName, current, onClose }: Props) {
  const [tierNo, setTierNo] = useState<1 | 2>(current?.tierNo === 2 ? 2 : 1)
  const [isGiving, setGiving] = useState(false)
  const subscribe = useMutation({
    mutationFn: () => api(consoleApi.channels.subscribe, { pathParams: { channelId }, body: { tierNo } }),
    onSuccess: onClose,
  })
  const retrySec = useRetryWait(subscribe.error)
  const now = usePlatformTime()
  const canRenew = current === null || Date.parse(current.renewableDate) <= now
  if (isGiving) return <GiftDialog channelId={channelId} channelName={channelName} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title(channelName)}
      closeButtonProps={{ 'aria-label': dialog.close }}
      centered
    >
      <Stack gap="md">
        {current && (
          <Text size="sm">
            {current.giverName !== null && t.gift.received(current.giverName)} {t.current(current.month)}
            {!canRenew && (
              <>
                <br />
                <b>{t.nextRenewal(dayFormat.format(new Date(current.renewableDate)))}</b>
              </>
            )}
          </Text>
        )}
        <ul className={layout.steps}>
          {t.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {canRenew && (
          <>
            <SegmentedControl
              aria-label={t.tier}
              value={String(tierNo)}
              onChange={(value) => setTierNo(value === '2' ? 2 : 1)}
              data={[
                { value: '1', label: t.tiers[1] },
                { value: '2', label: t.tiers[2] },
              ]}
              fullWidth
            />
            {subscribe.error && <ErrorAlert error={subscribe.error} retry={() => subscribe.mutate()} />}
            <Button
              loading={subscribe.isPending}
              disabled={retrySec > 0}
              onClick={() => subscribe.mutate()}
              data-autofocus
            >
              {current ? t.renew(current.month + 1) : t.submit}
            </Button>
          </>
        )}
        <Button variant={canRenew ? 'default' : 'filled'} onClick={() => setGiving(true)} data-autofocus={!canRenew}>
          {t.gift.open}
        </Button>
      </Stack>
    </Modal>
  )
}
