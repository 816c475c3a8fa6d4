import { Badge } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { actWords } from '../act-words.ts'
import { Chain } from '../inspector/chain.tsx'
import { inLanguage, language } from '../language.ts'
import type { Deed } from '../play.ts'
import { explained } from '../refused.ts'
import { useRefusalWords } from '../refusals/words.ts'
import { Copied } from './copied.tsx'
import { Reason } from './reason.tsx'

const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })

/** What the pad did, the last first, with the platform's answers. */
export function Deeds({ deeds }: { deeds: readonly Deed[] }) {
  const [last] = deeds
  const words = useRefusalWords()
  return (
    <section className="card" aria-labelledby="deeds">
      <h2 id="deeds">{said.title}</h2>
      <span className="unseen" role="status">
        {last && `${actWords.acts[last.act]}: ${last.ok ? said.done : explained(last.error, words).sentence}`}
      </span>
      {deeds.length === 0 ? (
        <p className="soft small after">{said.none}</p>
      ) : (
        <ol className="rows deeds">
          {deeds.map((deed) => (
            <li key={deed.id}>
              <span>
                <Badge color={deed.ok ? 'teal' : 'red'} size="sm">
                  {deed.ok ? said.done : said.refused}
                </Badge>{' '}
                <b>{actWords.acts[deed.act]}</b>{' '}
                <time className="soft small" dateTime={deed.at}>
                  {clock.format(new Date(deed.at))}
                </time>
              </span>
              <span className="small">
                {deed.ok ? (
                  deed.answer !== null && <Copied value={JSON.stringify(deed.answer)} shown={shortened(deed.answer)} />
                ) : (
                  <span className="bad">
                    <Reason error={deed.error} />
                  </span>
                )}
              </span>
              {deed.chain !== null && <DeedChain chain={deed.chain} isOpen={deed === last} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** What came of it: of the last deed at once, of the others when one asks. */
function DeedChain({ chain, isOpen }: { chain: string; isOpen: boolean }) {
  const [shown, setShown] = useState(false)
  const navigate = useNavigate()
  return (
    <details className="deed-chain" open={isOpen || shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="small soft">{said.chain}</summary>
      {(isOpen || shown) && (
        <Chain
          app={undefined}
          chain={chain}
          onChoose={(record) => void navigate({ to: '/console/inspector', search: { chain, record } })}
        />
      )}
    </details>
  )
}

function shortened(answer: unknown): string {
  const text = JSON.stringify(answer)
  return text.length > 90 ? `${text.slice(0, 88)}…` : text
}

const said = inLanguage({
  ko: {
    title: '한 일',
    none: '아직 없습니다. 실행하면 플랫폼의 답이 여기에 쌓입니다.',
    done: '완료',
    refused: '거절',
    chain: '무엇이 일어났나',
  },
  en: {
    title: 'What was done',
    none: 'Nothing yet. Play something, and the answers show up here.',
    done: 'done',
    refused: 'refused',
    chain: 'What came of it',
  },
})
