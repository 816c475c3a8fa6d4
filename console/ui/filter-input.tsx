import { TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { strings } from '../locales/index.ts'

const { form: t } = strings('common')

type Props = {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  /** A text that does not match is marked as invalid and not applied. */
  pattern?: RegExp | undefined
}

/** A text filter of a list. It applies on Enter and when the input loses focus. */
export function FilterInput({ label, placeholder, value, onChange, pattern }: Props) {
  const [text, setText] = useState(value)
  const [appliedValue, setAppliedValue] = useState(value)
  // A link or the browser's back button set another value.
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
