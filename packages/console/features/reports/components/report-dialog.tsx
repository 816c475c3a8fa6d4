import { Modal, Stack, Text } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import { ReportForm, type ReportSubject } from './report-form.tsx'

const { form: t } = strings('reports')
const { dialog } = strings('common')

type Props = {
  subject: ReportSubject
  /** The name of its sender, the channel or the application. */
  name: string
  /** The text of a message. */
  content?: string
  onClose: () => void
}

/** Reports a message, a channel or an application to the people who run the site. */
export default function ReportDialog({ subject, name, content, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title[subject.kind](name)}
      closeButtonProps={{ 'aria-label': dialog.close }}
      centered
    >
      <Stack gap="md">
        {content !== undefined && (
          <Text component="blockquote" m={0} px="sm" py={10} bg="var(--color-hover)" bdrs="md" dir="auto">
            {content}
          </Text>
        )}
        <ReportForm subject={subject} onClose={onClose} />
      </Stack>
    </Modal>
  )
}
