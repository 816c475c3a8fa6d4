import { useQuery } from '@tanstack/react-query'
import { inLanguage } from '../language.ts'
import { Failed } from '../parts/failed.tsx'
import { Moment } from '../parts/moment.tsx'
import { kindWords } from './kinds.ts'
import { Outcome } from './record-row.tsx'
import { readRecords, wholeChainsOf } from './records.ts'
import './inspector.css'

type Given = { app: string | undefined; chain: string; chosen?: number; onChoose: (position: number) => void }

/** What caused what, from the request down. */
export function Chain({ app, chain, chosen, onChoose }: Given) {
  const { data, error } = useQuery({
    queryKey: ['records', 'chain', app, chain],
    queryFn: () => readRecords(wholeChainsOf(app), { chain, size: 100 }),
    refetchInterval: 2_000,
  })
  if (error) return <Failed error={error} />
  const records = data?.data.toReversed() ?? []
  if (records.length === 0) return null
  return (
    <section aria-label={said.title}>
      <h3 className="part">{said.title}</h3>
      <ol className="chain">
        {records.map((one) => (
          <li key={one.position} data-kind={one.kind}>
            <button type="button" aria-pressed={one.position === chosen} onClick={() => onChoose(one.position)}>
              <span className="record-kind">{kindWords[one.kind]}</span> <span>{one.name}</span>{' '}
              <Outcome status={one.status} state={one.delivery?.state ?? null} />
            </button>
            <span className="small soft">
              {one.sessionKey !== null && <code>{one.sessionKey.slice(0, 8)}</code>} <Moment at={one.date} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const said = inLanguage({ ko: { title: '무엇이 무엇을 일으켰나' }, en: { title: 'What caused what' } })
