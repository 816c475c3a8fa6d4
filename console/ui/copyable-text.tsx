import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { strings } from '../locales/index.ts'
import classes from './copyable-text.module.css'
import layout from './layout.module.css'

const { copy: t } = strings('common')

/** A value with a button that copies it. `display` is shown in place of the value; `label` names it for screen readers. */
export function CopyableText({
  value,
  display = value,
  label = display,
}: {
  value: string
  display?: string
  label?: string
}) {
  return (
    <span className={classes.text}>
      <code>{display}</code>
      <CopyIconButton value={value} label={label} />
    </span>
  )
}

/** A button that copies a value; `label` says what it copies. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <>
          <Tooltip label={copied ? t.copied : t.copy} opened={copied || undefined}>
            <ActionIcon variant="subtle" color="gray" size={24} onClick={copy} aria-label={`${t.copy}: ${label}`}>
              <svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true" className={layout.icon}>
                {copied ? <path d="M5 12.5l4.5 4.5L19 7.5" /> : <path d="M9 9h10v11H9zM5 15V4h10" />}
              </svg>
            </ActionIcon>
          </Tooltip>
          <span className={layout.visuallyHidden} role="status">
            {copied && t.copied}
          </span>
        </>
      )}
    </CopyButton>
  )
}
