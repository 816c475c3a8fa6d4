import {
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { strings } from '../locales/index.ts'

const { form: t } = strings('common')

/** All ten shades are the same token, because tokens follow the colour scheme. */
const ink = colorsTuple('var(--color-action)')
const success = colorsTuple('var(--color-success)')
const danger = colorsTuple('var(--color-danger)')
const warning = colorsTuple('var(--color-warning)')

/** The shades from background to text. Mantine uses `gray` in the light scheme, and `dark`, in reverse order, in the dark scheme. */
const gray: MantineColorsTuple = [
  'var(--color-background)',
  'var(--color-hover)',
  'var(--color-hover)',
  'var(--color-border)',
  'var(--color-border-strong)',
  'var(--color-border-strong)',
  'var(--color-text-muted)',
  'var(--color-text-muted)',
  'var(--color-action-hover)',
  'var(--color-text)',
]
const dark: MantineColorsTuple = [
  'var(--color-text)',
  'var(--color-text)',
  'var(--color-text-muted)',
  'var(--color-border-strong)',
  'var(--color-border)',
  'var(--color-hover)',
  'var(--color-surface)',
  'var(--color-background)',
  'var(--color-background)',
  'var(--color-background)',
]

export const theme = createTheme({
  primaryColor: 'ink',
  colors: { ink, gray, dark, teal: success, red: danger, orange: warning },
  variantColorResolver: (input) =>
    isAction(input) ? actionVariant : isDanger(input) ? dangerVariant : defaultVariantColorsResolver(input),
  defaultRadius: 'md',
  radius: {
    xs: 'var(--radius-xs)',
    sm: 'var(--radius-sm)',
    md: 'var(--radius-md)',
    lg: 'var(--radius-lg)',
    xl: 'var(--radius-xl)',
  },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-8)',
  },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  cursorType: 'pointer',
  lineHeights: { sm: '1.55' },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontWeight: '600' },
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // Configured by name: an import would load them with every page.
    Button: { defaultProps: { fw: 500 } },
    Checkbox: { defaultProps: { iconColor: 'var(--color-on-action)' } },
    Anchor: { defaultProps: { underline: 'always' } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': t.showPassword } } },
    Modal: {
      defaultProps: {
        // Its element `header` is the banner of a page otherwise.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontSize: 'var(--text-lg)', fontWeight: 600 } },
    },
    Badge: { defaultProps: { radius: 'xs', variant: 'light', tt: 'none' } },
  },
})

const actionVariant = {
  background: 'var(--color-action)',
  hover: 'var(--color-action-hover)',
  color: 'var(--color-on-action)',
  border: 'none',
}

const dangerVariant = {
  background: 'var(--color-danger)',
  hover: 'var(--color-danger)',
  color: 'var(--color-surface)',
  border: 'none',
}

function isAction({ variant, color }: { variant: string; color: string | undefined }): boolean {
  return variant === 'filled' && (color === undefined || color === 'ink')
}

function isDanger({ variant, color }: { variant: string; color: string | undefined }): boolean {
  return variant === 'filled' && color === 'red'
}

/** Maps Mantine's variables to the tokens. Tokens follow the colour scheme, so light and dark are the same. */
export const cssVariables: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--color-background)',
    '--mantine-color-text': 'var(--color-text)',
    '--mantine-color-dimmed': 'var(--color-text-muted)',
    '--mantine-color-default': 'var(--color-surface)',
    '--mantine-color-default-hover': 'var(--color-hover)',
    '--mantine-color-default-color': 'var(--color-text)',
    '--mantine-color-default-border': 'var(--color-border-strong)',
    '--mantine-color-placeholder': 'var(--color-border-strong)',
    '--mantine-color-anchor': 'var(--color-link)',
    '--mantine-color-error': 'var(--color-danger)',
    '--mantine-color-disabled': 'var(--color-hover)',
    '--mantine-color-disabled-color': 'var(--color-text-muted)',
    '--mantine-color-disabled-border': 'var(--color-border)',
    '--mantine-color-teal-light': 'var(--color-success-background)',
    '--mantine-color-teal-light-color': 'var(--color-success)',
    '--mantine-color-red-light': 'var(--color-danger-background)',
    '--mantine-color-red-light-color': 'var(--color-danger)',
    '--mantine-color-orange-light': 'var(--color-warning-background)',
    '--mantine-color-orange-light-color': 'var(--color-warning)',
    '--mantine-color-gray-light': 'var(--color-hover)',
    '--mantine-color-gray-light-hover': 'var(--color-hover)',
    '--mantine-color-gray-light-color': 'var(--color-text-muted)',
    '--mantine-color-ink-light': 'var(--color-action-background)',
    '--mantine-color-ink-light-color': 'var(--color-action)',
    '--mantine-color-ink-light-hover': 'var(--color-action-background)',
    '--mantine-color-ink-text': 'var(--color-action)',
    '--mantine-color-ink-outline': 'var(--color-text)',
    '--mantine-primary-color-contrast': 'var(--color-on-action)',
  }
  return { variables: {}, light: variables, dark: variables }
}
