import { useQuery } from '@tanstack/react-query'
import { watchBlocks } from '@onair/contract'
import { lazy, Suspense } from 'react'
import { isRefusal } from '../../../lib/api.ts'
import { loadStrings } from '../../../locales/index.ts'
import { Loading } from '../../../ui/loading.tsx'
import { channelQuery, type ChannelDetails } from '../queries.ts'

const PrivateGate = lazy(async () => {
  await loadStrings('private')
  return import('./private-gate.tsx')
})

type Block = NonNullable<ChannelDetails['watchBlock']>

/** Why the viewer may not watch a recording or a clip, apart from the age; null for any other error. */
export function watchBlockIn(error: unknown): Block | null {
  const blocks = watchBlocks.filter((code): code is Block => code !== 'AGE_NOT_CONFIRMED')
  return blocks.find((code) => isRefusal(error, code)) ?? null
}

/** Shown in place of a recording or a clip that the viewer may not watch. */
export function StoredGate(props: { channelId: string; block: Block; onOpened: () => void }) {
  const { data: channel } = useQuery(channelQuery(props.channelId))
  if (channel === undefined) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <PrivateGate channel={channel} block={props.block} onOpened={props.onOpened} />
    </Suspense>
  )
}
