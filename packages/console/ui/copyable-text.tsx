import { Button, CopyButton, VisuallyHidden } from '@mantine/core'
import { IconCopy } from './icons.tsx'
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
  const isValue = value.startsWith(display.replace('…', ''))
  return (
    <span className={classes.text}>
      {isValue ? <code>{display}</code> : <span>{display}</span>}
      <CopyIconButton value={value} label={label} />
    </span>
  )
}

/** A button that copies a command for the terminal. */
export function CopyCurlButton({ command }: { command: string }) {
  return (
    <CopyButton value={command}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden="true" />}
          title={command}
          onClick={copy}
        >
          {copied ? t.copied : t.curl}
        </Button>
      )}
    </CopyButton>
  )
}

/** A button that copies a value; `label` says what it copies. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <>
          {/* Lists have many of them: a native button and title take a fraction of the time of components. */}
          <button
            type="button"
            className={layout.iconButton}
            title={copied ? t.copied : t.copy}
            onClick={copy}
            aria-label={`${t.copy}: ${label}`}
          >
            <svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true" className="icon">
              {copied ? <path d="M5 12.5l4.5 4.5L19 7.5" /> : <path d="M9 9h10v11H9zM5 15V4h10" />}
            </svg>
          </button>
          <VisuallyHidden role="status">{copied && t.copied}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  )
}
