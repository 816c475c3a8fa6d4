import { TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { strings } from '../locales/index.ts'

const { form: t } = strings('common')

type Props = {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  /** What the platform would refuse is not asked. */
  pattern?: RegExp | undefined
}

/** A text that a list is filtered by, asked when one has finished writing: with Enter, or by going on. */
export function FilterInput({ label, placeholder, value, onChange, pattern }: Props) {
  const [text, setText] = useState(value)
  const [appliedValue, setAppliedValue] = useState(value)
  // Another value, by a link or the browser's way back, begins anew.
  if (appliedValue !== value) {
    setAppliedValue(value)
    setText(value)
  }
  const isValid = text === '' || (pattern?.test(text.trim()) ?? true)
  const apply = () => {
    if (isValid && text.trim() !== value) onChange(text.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <form onSubmit={submit} role="search">
      <TextInput
        label={label}
        placeholder={placeholder}
        value={text}
        error={isValid ? null : t.invalid}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={apply}
        maxLength={200}
      />
    </form>
  )
}
