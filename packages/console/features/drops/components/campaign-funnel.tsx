import { Text } from '@mantine/core'
import { limits } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { language, strings } from '../../../locales/index.ts'
import { funnelQuery } from '../queries.ts'
import classes from './campaign-funnel.module.css'

const { funnel: t } = strings('drops')

const stages = ['watched', 'reached', 'claimed', 'notified', 'fulfilled'] as const
const shareFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })

/** How many people got from watching to a granted reward. */
export function CampaignFunnel({ clientId, campaignId }: { clientId: string; campaignId: string }) {
  const { data } = useQuery(funnelQuery(clientId, campaignId))
  if (data === undefined) return <div className={`card ${classes.loading}`} />
  return (
    <section className="card" aria-labelledby="funnel">
      <h2 id="funnel">{t.title}</h2>
      {data.watched === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t.none}
        </Text>
      ) : (
        <table className={classes.funnel} aria-labelledby="funnel">
          <thead>
            <tr>
              <th scope="col">{t.stage}</th>
              <th scope="col">{t.people}</th>
              <th scope="col">{t.ofPrevious}</th>
            </tr>
          </thead>
          <tbody>
            {stages.map((stage, index) => {
              const previous = stages[index - 1]
              return (
                <tr key={stage}>
                  <th scope="row">
                    {t.stages[stage]}
                    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                      <rect fill="var(--color-hover)" width="100" height="1" />
                      <rect fill="var(--hue-violet)" width={(100 * data[stage]) / data.watched} height="1" />
                    </svg>
                  </th>
                  <td>{formatCount(data[stage])}</td>
                  <td>{previous && data[previous] > 0 && shareFormat.format(data[stage] / data[previous])}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}

function formatCount(count: number): string {
  return `${count.toLocaleString(language)}${count >= limits.claimCountMax ? '+' : ''}`
}
