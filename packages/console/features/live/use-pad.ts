import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sandboxApi } from '@onair/contract'
import type { Action, Values } from '@onair/contract/sandbox/actions'
import { actionDefaults } from '../../lib/action-defaults.ts'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { listRecords } from '../inspector/queries/records.ts'
import { useActionRunner } from '../trigger/use-action-runner.ts'
import type { BurstResult, ActionResult } from '../trigger/action-runner.ts'
import { channelQuery } from '../watch/queries.ts'
import type { PadButton } from './components/action-pad.tsx'
import type { Overview } from '../../lib/demo-person.ts'

const { hints: t, drops, texts } = strings('live')
const { won } = strings('common')

const burst = { perSecond: 4, seconds: 5 }
const amounts = [1_000, 5_000, 10_000, 50_000]

/** The action that was started last. `traceId` is null until its response is there. */
export type LastAction = { traceId: string | null; startedAt: number }

/** The buttons of the live screen, each with the demo person who acts next, and the action that was started last. */
export function usePad(overview: Overview) {
  const { people } = overview.demo
  const [streamer, viewers] = [people[0], people.filter(({ is }) => is === 'viewer' || is === 'follower')]
  if (streamer === undefined) throw new Error('the demo has no streamer')
  const { runner, results, progress, burst: asked } = useActionRunner()
  const queries = useQueryClient()
  const { data: channel } = useQuery(channelQuery(streamer.channelId))
  const [count, setCount] = useState(0)
  // The latest action of the tab, also of another visit or page.
  const [started, setStarted] = useState(() => (results[0] ? startOf(results[0].action, results[0].values) : null))
  const isClaiming = useRef(false)
  const viewer = viewers[count % viewers.length] ?? streamer
  const payAmount = amounts[count % amounts.length] ?? 1_000

  const run = async (action: Action, changes: Values = {}) => {
    const values = { ...actionDefaults(action, overview), ...changes }
    setStarted(startOf(action, values, results[0]))
    setCount((done) => done + 1)
    await runner.run(action, values)
    if (action === 'goLive' || action === 'goOffline') await queries.invalidateQueries(channelQuery(streamer.channelId))
  }
  const by = { byChannelId: viewer.channelId }
  const claim = async () => {
    // A second press while the reward is looked up would claim it twice.
    if (isClaiming.current) return
    isClaiming.current = true
    try {
      await run('claim', { ...by, rewardId: await findReward(overview.demo.clientId, viewer.channelId) })
    } finally {
      isClaiming.current = false
    }
  }
  const isLive = channel?.state.live != null
  const title = channel?.state.title
  const buttons: PadButton[] = [
    {
      action: 'donate',
      hint: t.donate(won(payAmount), viewer.channelName),
      run: () => run('donate', { ...by, payAmount, donationText: textAt(texts.donation, count) }),
    },
    { action: 'subscribe', hint: t.subscribe(viewer.channelName), run: () => run('subscribe', by) },
    {
      action: 'chat',
      hint: t.chat(viewer.channelName),
      run: () => run('chat', { ...by, message: textAt(texts.chat, count) }),
    },
    {
      action: 'claim',
      hint: t.claim(viewer.channelName),
      run: claim,
    },
    isLive
      ? { action: 'goOffline', hint: t.goOffline, run: () => run('goOffline') }
      : { action: 'goLive', hint: t.goLive, run: () => run('goLive', { ...(title && { title }) }) },
    {
      action: 'burst',
      hint: t.burst(burst.perSecond, burst.seconds),
      isActive: progress !== null,
      run: async () => {
        if (progress !== null) return runner.stop()
        const values = {
          ...actionDefaults('donate', overview),
          ...by,
          payAmount,
          donationText: `${textAt(texts.donation, count)} {n}`,
        }
        setStarted(startOf('donate', values, results[0]))
        const { page } = await listRecords(undefined, { size: 1 })
        runner.startBurst('donate', values, burst, page.newest ?? 0)
      },
    },
  ]
  const answered = results[0] !== undefined && idOf(results[0]) > (started?.before ?? 0) ? traceOf(results[0]) : null
  const last: LastAction | null = started && { traceId: answered, startedAt: started.at }
  const latest = results[0]
  const isBurst = progress !== null || (latest !== undefined && 'latest' in latest)
  // The same person's claim of the same reward makes no event again.
  const retry = () => {
    if (started?.action === 'claim') void claim()
    else if (started !== null) void run(started.action, started.values)
  }
  return { buttons, last, streamer, retry, burst: isBurst ? asked : null, isBursting: progress !== null }
}

type Result = ActionResult | BurstResult
/** `at` is in browser time, `before` the id of the last result before. */
type Started = { action: Action; values: Values; at: number; before: number }

function startOf(action: Action, values: Values, last?: Result): Started {
  return { action, values, at: Date.now(), before: idOf(last) }
}

const textAt = (all: readonly string[], count: number) => all[count % all.length] ?? ''
const idOf = (result: Result | undefined) => result?.id ?? 0
const traceOf = (result: Result) => ('latest' in result ? (result.latest[0]?.traceId ?? null) : result.traceId)

/** A reward of the campaign of the live screen that a person has not claimed. When there is none left, the campaign is created again. */
async function findReward(clientId: string, channelId: string): Promise<string> {
  const { title, rewards } = drops
  const { data } = await api(sandboxApi.drops.listRewards, { query: { name: title, unclaimedBy: channelId } })
  const left = data.filter((reward) => reward.clientId === clientId && reward.campaignTitle === title)
  const running = left.findLast(({ campaignState }) => campaignState === 'RUNNING')
  if (running !== undefined) return running.rewardId
  const body = { clientId, categoryId: 'talk', title, rewards: [...rewards] }
  const { rewardIds } = await api(sandboxApi.drops.createCampaign, { body })
  return rewardIds[0] ?? ''
}
