import { errorMessage, useErrorStrings } from '../lib/error-message.ts'

/** Why something did not work, in the language of the page; what came instead of a reason that is known stands in small print. */
export function ErrorText({ error }: { error: unknown }) {
  const { sentence, original } = errorMessage(error, useErrorStrings())
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
