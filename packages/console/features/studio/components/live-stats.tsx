import { Group, SimpleGrid, Text } from '@mantine/core'
import type { consoleApi, ContentOf } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { dateMinuteFormat, dayMinuteFormat, minuteFormat } from '../../../lib/time-format.ts'
import { language, strings } from '../../../locales/index.ts'
import { Chart } from '../../../ui/chart.tsx'
import { Stat, Stats } from '../../../ui/stats.tsx'
import { liveStatsQuery } from '../queries/studio-queries.ts'
import layout from '../../../ui/layout.module.css'

const { stats: t } = strings('studio')

type LiveStats = ContentOf<typeof consoleApi.studio.getLiveStats>
type Live = NonNullable<LiveStats['live']>

const format = (count: number) => count.toLocaleString(language)

/** Charts of the live on air, the summary of the last one, and donations by hour. */
export function LiveCharts() {
  const { data } = useQuery(liveStatsQuery)
  if (data === undefined) return null
  return (
    <>
      {data.live && <LiveCard live={data.live} />}
      {data.donations.some(({ count }) => count > 0) && <DonationCard donations={data.donations} />}
    </>
  )
}

function LiveCard({ live }: { live: Live }) {
  const { openedDate, closedDate, steps } = live
  const isMeasured = steps.length > 0
  const lastsDays = Date.parse(steps.at(-1)?.date ?? openedDate) - Date.parse(openedDate) > 86_400_000
  const timeFormat = lastsDays ? dayMinuteFormat : minuteFormat
  return (
    <section className="card" aria-labelledby="live-stats">
      <Group justify="space-between" align="baseline" gap="4px 16px">
        <h2 id="live-stats">{closedDate === null ? t.thisLive : t.lastLive}</h2>
        <Text size="sm" c="dimmed">
          {dateMinuteFormat.format(new Date(openedDate))}
          {closedDate !== null && ` – ${dateMinuteFormat.format(new Date(closedDate))}`}
        </Text>
      </Group>
      {closedDate === null && isMeasured && (
        <Text size="sm" c="dimmed">
          {t.everyMinute}
        </Text>
      )}
      <Stats>
        <Stat name={t.peakViewers} value={isMeasured ? format(live.peakViewers) : '–'} />
        <Stat name={t.averageViewers} value={isMeasured ? format(live.averageViewers) : '–'} />
        <Stat name={t.messages} value={isMeasured ? format(live.messages) : '–'} />
        <Stat name={t.donations(live.donations)} value={t.amount(format(live.amount))} />
        <Stat name={t.subscriptions} value={format(live.subscriptions)} />
        <Stat name={t.followers} value={format(live.followers)} />
      </Stats>
      {isMeasured ? (
        <SimpleGrid minColWidth="min(20rem, 100%)" autoFlow="auto-fit" spacing="xl">
          <div>
            <h3 className={layout.subtitle}>{t.viewers}</h3>
            <Chart
              title={t.viewers}
              labelName={t.time}
              shape="lines"
              height={120}
              hasScale
              series={[{ name: t.viewers, tone: 'blue' }]}
              points={steps.map(({ date, viewers }) => ({
                label: timeFormat.format(new Date(date)),
                values: [viewers],
              }))}
            />
          </div>
          <div>
            <h3 className={layout.subtitle}>{t.chatRate}</h3>
            <Chart
              title={t.chatRate}
              labelName={t.time}
              height={120}
              hasScale
              series={[{ name: t.chatRate, tone: 'teal' }]}
              points={steps.map(({ date, messagesPerMinute }) => ({
                label: timeFormat.format(new Date(date)),
                values: [messagesPerMinute],
              }))}
            />
          </div>
        </SimpleGrid>
      ) : (
        <Text size="sm" c="dimmed">
          {t.notMeasured}
        </Text>
      )}
    </section>
  )
}

function DonationCard({ donations }: Pick<LiveStats, 'donations'>) {
  const amount = donations.reduce((sum, hour) => sum + hour.amount, 0)
  return (
    <section className="card" aria-labelledby="donation-stats">
      <Group justify="space-between" align="baseline" gap="4px 16px">
        <h2 id="donation-stats">{t.donationsByHour}</h2>
        <Text size="sm" c="dimmed">
          {t.amount(format(amount))}
        </Text>
      </Group>
      <Chart
        title={t.donationsByHour}
        labelName={t.time}
        height={100}
        hasScale
        format={(value) => format(value)}
        series={[{ name: t.amountName, tone: 'amber' }]}
        points={donations.map((hour) => ({
          label: dayMinuteFormat.format(new Date(hour.date)),
          axisLabel: minuteFormat.format(new Date(hour.date)),
          values: [hour.amount],
        }))}
      />
    </section>
  )
}
