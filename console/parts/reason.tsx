import { explained } from '../refused.ts'
import { useRefusalWords } from '../refusals/words.ts'

/** Why something did not work, in the language of the page; what came instead of a reason that is known stands in small print. */
export function Reason({ error }: { error: unknown }) {
  const { sentence, original } = explained(error, useRefusalWords())
  return (
    <>
      {sentence}
      {original !== null && (
        <>
          {' '}
          <code className="original" lang="en">
            {original}
          </code>
        </>
      )}
    </>
  )
}
