import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { ownZone } from '../queries/channel-sums.ts'

const { fields: t } = strings('schedule')

type Props = { value: string; onChange: (timeZone: string) => void; description: string | undefined }

/** A time zone, found by its name or by its offset of today. */
export function TimeZoneSelect({ value, onChange, description }: Props) {
  // The offsets of all zones take a moment, so they are read when they are first needed.
  const [isUsed, setUsed] = useState(false)
  const zones = useMemo(
    () => (isUsed ? [...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(toOption) : []),
    [isUsed],
  )
  return (
    <Select
      label={t.timeZone}
      description={description}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      data={zones.some((zone) => zone.value === value) ? zones : [toOption(value), ...zones]}
      onFocus={() => setUsed(true)}
      allowDeselect={false}
      nothingFoundMessage={t.noTimeZone}
      searchable
    />
  )
}

/** `America/New York (UTC-5)` */
function toOption(timeZone: string) {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts()
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC')
  return { value: timeZone, label: `${timeZone.replaceAll('_', ' ')} (${offset})` }
}
