import { Button, Modal, SegmentedControl, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type ViewerStatus } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'

type Props = { channelId: string; channelName: string; current: ViewerStatus['subscription']; onClose: () => void }

/** Subscribes to a channel, or renews. */
export default function SubscribeDialog({ channelId, channelName, current, onClose: close }: Props) {
  const [tierNo, setTierNo] = useState<1 | 2>(current?.tierNo === 2 ? 2 : 1)
  const subscribe = useMutation({
    mutationFn: () => api(consoleApi.channels.subscribe, { pathParams: { channelId }, body: { tierNo } }),
    onSuccess: close,
  })
  return (
    <Modal opened onClose={close} title={t.title(channelName)} closeButtonProps={{ 'aria-label': t.close }} centered>
      <Stack gap="md">
        <p className="soft small">{current ? t.held(current.month) : t.about}</p>
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
        <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()} data-autofocus>
          {current ? t.renew(current.month + 1) : t.begin}
        </Button>
      </Stack>
    </Modal>
  )
}

const t = localize({
  ko: {
    title: (name: string) => `${name} 구독`,
    close: '닫기',
    about: '구독하면 채팅에 배지가 붙고, 구독자만 말할 수 있을 때에도 말할 수 있습니다.',
    held: (month: number) => `지금 ${month}개월째 구독 중입니다.`,
    tier: '티어',
    tiers: { 1: '티어 1', 2: '티어 2' },
    begin: '구독하기',
    renew: (month: number) => `${month}개월째로 이어 가기`,
  },
  en: {
    title: (name: string) => `Subscribe to ${name}`,
    close: 'Close',
    about: 'Subscribers have a badge in the chat, and may speak also when only subscribers may.',
    held: (month: number) =>
      month === 1 ? 'You have subscribed for 1 month.' : `You have subscribed for ${month} months.`,
    tier: 'Tier',
    tiers: { 1: 'Tier 1', 2: 'Tier 2' },
    begin: 'Subscribe',
    renew: (month: number) => `Renew for month ${month}`,
  },
})
