import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useMovedSeconds } from '../../../lib/platform-time.ts'
import { formatTimePhrase } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { faultsQuery } from '../queries.ts'

const { sandboxMark, sandboxState: t } = strings('common')

const livePollMs = 10_000

/** The state of the sandbox in one line: the clock, the faults, and the channels that are live. */
export function SandboxState() {
  const movedSec = useMovedSeconds()
  const rules = useQuery(faultsQuery).data?.rules.length ?? 0
  const { data: lives } = useQuery({
    queryKey: ['live-count'],
    queryFn: async () => (await api(consoleApi.watch.searchLives, { query: {} })).totalCount,
    refetchInterval: livePollMs,
  })
  return (
    <>
      <AnchorLink to="/console/trigger" hash="clock">
        {movedSec === 0 ? t.realTime : formatTimePhrase(sandboxMark.clock, movedSec * 1_000, language)}
      </AnchorLink>
      {' · '}
      <AnchorLink to="/console/trigger" hash="faults">
        {rules === 0 ? t.noFaults : sandboxMark.faults(rules)}
      </AnchorLink>
      {' · '}
      <AnchorLink to="/watch">{lives === undefined ? '…' : t.live(lives)}</AnchorLink>
    </>
  )
}
