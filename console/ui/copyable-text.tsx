import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { strings } from '../locales/index.ts'
import classes from './copyable-text.module.css'
import layout from './layout.module.css'

const { copy: t } = strings('common')

/** A value in the letters of programs, copied on a click; `named` is what a screen reader hears of it. */
export function CopyableText({
  value,
  shown: display = value,
  named: label = display,
}: {
  value: string
  shown?: string
  named?: string
}) {
  return (
    <span className={classes.text}>
      <code>{display}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <>
            <Tooltip label={copied ? t.copied : t.copy} opened={copied || undefined}>
              <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={`${t.copy}: ${label}`}>
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
    </span>
  )
}
