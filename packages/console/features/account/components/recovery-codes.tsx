import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core'
import { saveFile } from '../../../lib/save-file.ts'
import { strings } from '../../../locales/index.ts'
import classes from './recovery-codes.module.css'

const { twoStep: t } = strings('account')
const { copy } = strings('common')

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Alert color="orange" role="status" title={t.codesTitle}>
      <Stack gap="md">
        {t.codesAbout}
        <ol className={classes.codes} aria-label={t.codesTitle}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Group gap="xs">
          <Button size="xs" onClick={onSaved}>
            {t.codesSaved}
          </Button>
          <CopyButton value={text}>
            {({ copied, copy: copyCodes }) => (
              <Button size="xs" variant="default" onClick={copyCodes}>
                {copied ? copy.copied : copy.copy}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" onClick={() => saveFile('onair-recovery-codes.txt', 'text/plain', text)}>
            {t.codesDownload}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
