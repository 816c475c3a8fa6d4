import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorText } from '../../../ui/forms/error-text.tsx'
import { SettingHead } from '../../../ui/setting-head.tsx'
import layout from '../../../ui/layout.module.css'

type Props<Result> = {
  id: string
  texts: { title: string; about: string; change: string }
  /** Lets password managers find the account. */
  email: string
  mutation: UseMutationResult<Result, Error, void>
  isComplete: boolean
  /** The confirmation, once the change is saved. */
  changed: string | undefined
  children: ReactNode
}

/** A form that changes the login of the account, with the password. */
export function AccountForm<Result>({ id, texts, email, mutation, isComplete, changed, children }: Props<Result>) {
  return (
    <form
      className={`card ${layout.setting}`}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        mutation.mutate()
      }}
    >
      <SettingHead id={id} title={texts.title} about={texts.about} />
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Stack gap="md" maw={420}>
          {children}
        </Stack>
        {mutation.error && (
          <Alert color="red" role="alert">
            <ErrorText error={mutation.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={mutation.isPending} disabled={!isComplete}>
            {texts.change}
          </Button>
          <Text span size="sm" c="dimmed" role="status">
            {changed}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
