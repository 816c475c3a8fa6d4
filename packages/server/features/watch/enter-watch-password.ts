import { counterKind, counterKey } from '../../infra/counters/counters.ts'
import type { Deps } from '../../infra/deps.ts'
import { countInNetworks, subtractInNetworks } from '../../shared/networks/count-in-networks.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import { loadWatchFacts } from '../../shared/watch/access-store.ts'
import type { WatchDeps } from '../../shared/watch/check-watch.ts'
import { issueWatchProof, isWatchPassword } from '../../shared/watch/watch-password.ts'

const windowMs = 15 * 60_000
/** Wrong passwords of one channel from one network. */
const networkGuesses = counterKind('watch-password/network', windowMs)
/** Wrong passwords of one channel from all networks. */
const channelGuesses = counterKind('watch-password/channel', windowMs)
const most = { perNetwork: 10, perChannel: 1_000 }

type Guess = { channelId: string; viewerChannelId: string | null; password: string; ip: string }

/** Returns a proof that the viewer entered the password. A guess counts before it is checked, and a right one is taken back. */
export async function enterWatchPassword(
  { channelId, viewerChannelId, password, ip }: Guess,
  deps: WatchDeps & Pick<Deps, 'counters'>,
): Promise<{ watchProof: string }> {
  const [facts] = await loadWatchFacts(deps.db.read, channelId, [viewerChannelId])
  if (facts === undefined) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
  const { passwordHash } = facts
  if (passwordHash === null) throw new Refusal('forbidden', 'WRONG_WATCH_PASSWORD')
  const guess = await countGuess({ channelId, ip }, deps)
  if (!isWatchPassword(password, { channelId, passwordHash }, deps))
    throw new Refusal('forbidden', 'WRONG_WATCH_PASSWORD')
  await guess.takeBack()
  return { watchProof: issueWatchProof({ channelId, passwordHash, viewerChannelId }, deps) }
}

async function countGuess(
  { channelId, ip }: Pick<Guess, 'channelId' | 'ip'>,
  { clock, counters }: Pick<Deps, 'clock' | 'counters'>,
): Promise<{ takeBack: () => Promise<void> }> {
  const now = clock.now()
  const network = { kind: networkGuesses, ip, limit: most.perNetwork, parts: [channelId] }
  const ofNetwork = await countInNetworks(counters, network, now)
  if (ofNetwork.isRefused) throw tooMany(ofNetwork.endsAt - now)
  const channel = counterKey(channelId)
  const ofChannel = await counters.add(channelGuesses, channel, now, most.perChannel)
  if (ofChannel.isRefused) {
    await subtractInNetworks(counters, network, now)
    throw tooMany(ofChannel.endsAt - now)
  }
  return {
    async takeBack() {
      await subtractInNetworks(counters, network, now)
      await counters.subtract(channelGuesses, channel, now)
    },
  }
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1_000)
  return new Refusal('tooManyRequests', errorReason('TOO_MANY_ACTIONS', { seconds }), { retryAfterSec: seconds })
}
