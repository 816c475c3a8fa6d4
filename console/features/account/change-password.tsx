import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { strings } from '../../locales/index.ts'
import { ErrorText } from '../../ui/error-text.tsx'

const { password: t } = strings('account')
const { form } = strings('common')

const empty = { currentPassword: '', newPassword: '' }

/** A form that changes the password. `email` lets password managers find the account. */
export function ChangePassword({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [values, setValues] = useState(empty)
  const change = useMutation({
    mutationFn: () => api(consoleApi.account.changePassword, { body: values }),
    onSuccess: () => {
      setValues(empty)
      onChanged()
    },
  })
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    maxLength: 200,
    required: true,
    withAsterisk: false,
    visibilityToggleButtonProps: { 'aria-label': form.showPassword },
  })
  return (
    <form
      className="card"
      aria-labelledby="password"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Stack gap="md">
        <div>
          <h2 id="password">{t.title}</h2>
          <Text size="sm" c="dimmed" mt={4}>
            {t.about}
          </Text>
        </div>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Stack gap="md" maw={420}>
          <PasswordInput label={t.current} autoComplete="current-password" {...field('currentPassword')} />
          <PasswordInput label={t.new} description={t.newHint} autoComplete="new-password" {...field('newPassword')} />
        </Stack>
        {change.error && (
          <Alert color="red" role="alert">
            <ErrorText error={change.error} />
          </Alert>
        )}
        <Group>
          <Button
            type="submit"
            loading={change.isPending}
            disabled={values.currentPassword === '' || values.newPassword === ''}
          >
            {t.change}
          </Button>
          <Text span size="sm" c="dimmed" role="status">
            {change.data && t.changed(change.data.endedSessions)}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
