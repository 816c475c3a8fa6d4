import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccountDetails } from '../queries.ts'
import { strings } from '../../../locales/index.ts'
import { CurrentPassword } from './current-password.tsx'

const { form: t } = strings('common')

/**
 * The password of the user, and with two-step verification a code, as they are typed. Nothing for a user without a password:
 * the call then asks how they confirm who they are.
 */
export function useOwnPassword({ hasPassword, authenticator }: Pick<AccountDetails, 'hasPassword' | 'authenticator'>) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const needsCode = hasPassword && authenticator !== null
  return {
    values: { ...(hasPassword && { password }), ...(needsCode && { code }) },
    isComplete: !hasPassword || (password !== '' && (!needsCode || code.trim() !== '')),
    clear() {
      setPassword('')
      setCode('')
    },
    fields: { hasPassword, needsCode, password, setPassword, code, setCode },
  }
}

type Props = { label: string; fields: ReturnType<typeof useOwnPassword>['fields']; isFocused?: boolean }

export function OwnPassword({ label, isFocused = false, fields }: Props) {
  const { hasPassword, needsCode, password, setPassword, code, setCode } = fields
  return (
    <>
      {hasPassword && (
        <CurrentPassword
          label={label}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          {...(isFocused && { 'data-autofocus': true })}
        />
      )}
      {needsCode && <CodeInput value={code} onChange={setCode} />}
    </>
  )
}

/** The field of a code of the authenticator app. */
export function CodeInput({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label={t.code}
      description={t.codeHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="one-time-code"
      maxLength={100}
      spellCheck={false}
      required
      withAsterisk={false}
    />
  )
}
