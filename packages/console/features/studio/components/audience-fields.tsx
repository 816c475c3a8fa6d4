import { NativeSelect, PasswordInput } from '@mantine/core'
import { audiences, limits, type Audience } from '@onair/contract'
import { strings } from '../../../locales/index.ts'

const { whoMayWatch: t } = strings('studio')

type Values = { audience: Audience; hasWatchPassword: boolean; watchPassword?: string }

/** Who may watch the channel, and its password. */
export function AudienceFields({ values, set }: { values: Values; set: (change: Partial<Values>) => void }) {
  const { audience, hasWatchPassword, watchPassword = '' } = values
  return (
    <>
      <NativeSelect
        label={t.label}
        description={t.about[audience]}
        value={audience}
        onChange={({ currentTarget: { value } }) => set({ audience: value as Audience })}
        data={audiences.map((value) => ({ value, label: t.names[value] }))}
      />
      {audience === 'PASSWORD' && (
        <PasswordInput
          label={t.password}
          description={hasWatchPassword ? t.changePassword : t.choosePassword}
          value={watchPassword}
          onChange={({ currentTarget: { value } }) => set({ watchPassword: value })}
          maxLength={limits.watchPasswordLength}
          autoComplete="new-password"
        />
      )}
    </>
  )
}
