import { Button, Modal, SegmentedControl, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleChannels, type Standing } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Failed } from '../parts/failed.tsx'

type Given = { channelId: string; channelName: string; held: Standing['subscription']; close: () => void }

/** Subscribes to a channel, or renews. */
export default function Subscribe({ channelId, channelName, held, close }: Given) {
  const [tierNo, setTierNo] = useState<1 | 2>(held?.tierNo === 2 ? 2 : 1)
  const subscribe = useMutation({
    mutationFn: () => api(consoleChannels.subscribe, { inPath: { channelId }, body: { tierNo } }),
    onSuccess: close,
  })
  return (
    <Modal
      opened
      onClose={close}
      title={said.title(channelName)}
      closeButtonProps={{ 'aria-label': said.close }}
      centered
    >
      <Stack gap="md">
        <p className="soft small">{held ? said.held(held.month) : said.about}</p>
        <SegmentedControl
          aria-label={said.tier}
          value={String(tierNo)}
          onChange={(value) => setTierNo(value === '2' ? 2 : 1)}
          data={[
            { value: '1', label: said.tiers[1] },
            { value: '2', label: said.tiers[2] },
          ]}
          fullWidth
        />
        {subscribe.error && <Failed error={subscribe.error} again={() => subscribe.mutate()} />}
        <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()} data-autofocus>
          {held ? said.renew(held.month + 1) : said.begin}
        </Button>
      </Stack>
    </Modal>
  )
}

const said = inLanguage({
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
