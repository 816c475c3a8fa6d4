import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { CurrentPassword } from './current-password.tsx'

const { form: t } = strings('common')

/** The password of the user, and with two-step verification a code, as they are typed. */
export function useOwnPassword(needsCode: boolean) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return {
    values: { password, ...(needsCode && { code }) },
    isComplete: password !== '' && (!needsCode || code.trim() !== ''),
    clear() {
      setPassword('')
      setCode('')
    },
    fields: { needsCode, password, setPassword, code, setCode },
  }
}

type Props = { label: string; fields: ReturnType<typeof useOwnPassword>['fields']; isFocused?: boolean }

export function OwnPassword({ label, isFocused = false, fields }: Props) {
  const { needsCode, password, setPassword, code, setCode } = fields
  return (
    <>
      <CurrentPassword
        label={label}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        required
        {...(isFocused && { 'data-autofocus': true })}
      />
      {needsCode && (
        <TextInput
          label={t.code}
          description={t.codeHint}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          maxLength={100}
          spellCheck={false}
          required
          withAsterisk={false}
        />
      )}
    </>
  )
}
