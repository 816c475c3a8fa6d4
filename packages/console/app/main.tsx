import './global.css'
import '@mantine/core/styles.layer.css'
// Loaded before the styles of the features, which override it.
import '../ui/layout.module.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './query-client.ts'
import { errorStringsQuery } from '../lib/error-message.ts'
import { router } from './router.tsx'
import { theme, cssVariables } from './theme.ts'
import { themeCookie } from './theme-cookie.ts'

// The Content-Security-Policy accepts only styles with the nonce of this response. Libraries that add styles read it here.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

const container = document.getElementById('console')
if (container === null) throw new Error('the page has no element with the id "console"')

createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={themeCookie}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

addEventListener('load', () => void queryClient.prefetchQuery(errorStringsQuery))
