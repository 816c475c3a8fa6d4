import { TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { inLanguage } from '../language.ts'

type Given = {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  /** What the platform would refuse is not asked. */
  form?: RegExp | undefined
}

/** A text that a list is filtered by, asked when one has finished writing: with Enter, or by going on. */
export function WantedText({ label, placeholder, value, onChange, form }: Given) {
  const [text, setText] = useState(value)
  const [begunWith, setBegunWith] = useState(value)
  // Another value, by a link or the browser's way back, begins anew.
  if (begunWith !== value) {
    setBegunWith(value)
    setText(value)
  }
  const fits = text === '' || (form?.test(text.trim()) ?? true)
  const ask = () => {
    if (fits && text.trim() !== value) onChange(text.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask()
  }
  return (
    <form onSubmit={submit} role="search">
      <TextInput
        label={label}
        placeholder={placeholder}
        value={text}
        error={fits ? null : said.misfit}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={ask}
        maxLength={200}
      />
    </form>
  )
}

const said = inLanguage({ ko: { misfit: '형식이 맞지 않습니다.' }, en: { misfit: 'That does not fit.' } })
