import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'

type Props = {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  format?: TextFormat | undefined
}

/** Texts that a filter accepts. Another one is not applied, and the hint says what is. */
export type TextFormat = { pattern: RegExp; hint: string }

const applyDelayMs = 300

/** A text filter of a list. It applies shortly after the last key, unless a link was followed meanwhile, and on Enter. */
export function FilterInput({ label, placeholder, value, onChange, format }: Props) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  /** The applied text, until it is the value. */
  const [applied, setApplied] = useState<string | null>(null)
  if (lastValue !== value) {
    setLastValue(value)
    setApplied(null)
    // A link or the browser's back button set another value. An applied text stays as it was typed.
    if (value !== applied) setText(value)
  }
  const isValid = text === '' || (format?.pattern.test(text.trim()) ?? true)
  const apply = () => {
    if (!isValid || (text.trim() === value && applied === null)) return
    setApplied(text.trim())
    onChange(text.trim())
  }
  const router = useRouter()
  // The page of a link that was followed is not there yet: to apply the filter would lead back from it.
  const applySoon = useDebouncedCallback((typedOn: string) => {
    if (router.latestLocation.pathname === typedOn) apply()
  }, applyDelayMs)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    applySoon.cancel()
    apply()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={text}
        error={isValid ? null : format?.hint}
        onChange={(event) => {
          setText(event.currentTarget.value)
          applySoon(router.latestLocation.pathname)
        }}
        maxLength={200}
      />
    </form>
  )
}
