import { SegmentedControl, Text } from '@mantine/core'
import { wireProfiles, type WireProfile } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import layout from '../../../ui/layout.module.css'

const { wireProfile: t } = strings('apps')

/** Selects the response format of an application. */
export function WireProfileSelect({ value, onChange }: { value: WireProfile; onChange: (value: WireProfile) => void }) {
  return (
    <div>
      <div id="profile" className={layout.label}>
        {t.label}
      </div>
      <Text size="xs" c="dimmed">
        {t.hint}
      </Text>
      <SegmentedControl
        aria-labelledby="profile"
        value={value}
        onChange={onChange}
        data={wireProfiles.map((profile) => ({ value: profile, label: t.profiles[profile] }))}
      />
    </div>
  )
}
