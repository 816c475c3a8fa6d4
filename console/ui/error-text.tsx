import { errorMessage } from '../lib/error-message.ts'
import { useRefusalMessages } from '../lib/refusals/messages.ts'

/** Why something did not work, in the language of the page; what came instead of a reason that is known stands in small print. */
export function ErrorText({ error }: { error: unknown }) {
  const { sentence, original } = errorMessage(error, useRefusalMessages())
  return (
    <>
      {sentence}
      {original !== null && (
        <>
          {' '}
          <code lang="en">{original}</code>
        </>
      )}
    </>
  )
}
