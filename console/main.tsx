import '@mantine/core/styles.css'
import './look.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './queries.ts'
import { refusalWordsQuery } from './refusals/words.ts'
import { router } from './router.tsx'
import { theme, variables } from './theme.ts'

// The policy of the page lets in only styles that carry the nonce of this answer; libraries that make some ask here for it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

const root = document.getElementById('console')
if (root === null) throw new Error('the page has no place for the console')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

addEventListener('load', () => void queries.prefetchQuery(refusalWordsQuery))
