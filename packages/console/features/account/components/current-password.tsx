import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDemoPassword } from '../../../lib/demo-person.ts'
import { strings } from '../../../locales/index.ts'

const { form: t } = strings('common')

/** The field of the user's password. That of a demo user, who entered with a click, is shown with it. */
export function CurrentPassword(props: PasswordInputProps) {
  const demoPassword = useDemoPassword()
  return (
    <PasswordInput
      {...props}
      {...(demoPassword !== null && { description: t.demoPassword(demoPassword) })}
      autoComplete="current-password"
      maxLength={200}
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
    />
  )
}
