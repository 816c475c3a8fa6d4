import {
  Anchor,
  Badge,
  Checkbox,
  createTheme,
  defaultVariantColorsResolver,
  Button,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { strings } from '../locales/index.ts'

const { form: t } = strings('common')

/** From the colour of paper to the colour of ink; the buttons of the pages are ink in the light and paper in the dark. */
const ink: MantineColorsTuple = [
  '#ecebe8',
  '#dedbd4',
  '#c2beb5',
  '#a5a29b',
  '#8b877e',
  '#726e66',
  '#5f5c56',
  '#484541',
  '#32302d',
  '#1d1c1a',
]

const gray: MantineColorsTuple = [
  '#f6f5f2',
  '#f1efea',
  '#e8e5df',
  '#dedbd4',
  '#8b877e',
  '#a5a29b',
  '#726e66',
  '#5f5c56',
  '#3a3834',
  '#1d1c1a',
]
const dark: MantineColorsTuple = [
  '#ecebe8',
  '#c2beb5',
  '#a5a29b',
  '#72767d',
  '#33363b',
  '#2b2e33',
  '#1c1e21',
  '#131416',
  '#0f1012',
  '#0a0b0c',
]

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  colors: { ink, gray, dark },
  variantColorResolver: (input) =>
    isAction(input) ? action : isDanger(input) ? danger : defaultVariantColorsResolver(input),
  defaultRadius: 10,
  cursorType: 'pointer',
  fontFamily:
    "system-ui, -apple-system, 'Apple SD Gothic Neo', 'Segoe UI', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', Roboto, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '700' },
  focusRing: 'auto',
  components: {
    Button: Button.extend({ defaultProps: { fw: 650 } }),
    Checkbox: Checkbox.extend({ defaultProps: { iconColor: 'var(--on-action)' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    // Named and not imported: it belongs to pages that come later.
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': t.showPassword } } },
    Badge: Badge.extend({ defaultProps: { radius: 6, variant: 'light', tt: 'none' } }),
  },
})

const action = { background: 'var(--action)', hover: 'var(--action-over)', color: 'var(--on-action)', border: 'none' }

/** What ends something; readable in the light and in the dark. */
const danger = { background: 'var(--bad)', hover: 'var(--bad)', color: 'var(--card)', border: 'none' }

function isAction({ variant, color }: { variant: string; color: string | undefined }): boolean {
  return variant === 'filled' && (color === undefined || color === 'ink')
}

function isDanger({ variant, color }: { variant: string; color: string | undefined }): boolean {
  return variant === 'filled' && color === 'red'
}

/** The library takes its colours from those of the pages, which follow the scheme by themselves. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--soft)',
    '--mantine-color-default': 'var(--card)',
    '--mantine-color-default-hover': 'var(--quiet-over)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--field)',
    '--mantine-color-placeholder': 'var(--field)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-disabled': 'var(--quiet-over)',
    '--mantine-color-disabled-color': 'var(--soft)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-teal-light': 'var(--good-ground)',
    '--mantine-color-teal-light-color': 'var(--good)',
    '--mantine-color-red-light': 'var(--bad-ground)',
    '--mantine-color-red-light-color': 'var(--bad)',
    '--mantine-color-orange-light': 'var(--warn-ground)',
    '--mantine-color-orange-light-color': 'var(--warn)',
    '--mantine-color-ink-light': 'var(--quiet-over)',
    '--mantine-color-ink-light-color': 'var(--ink)',
    '--mantine-color-ink-light-hover': 'var(--quiet-over)',
    '--mantine-color-ink-text': 'var(--ink)',
    '--mantine-color-ink-outline': 'var(--ink)',
    '--mantine-primary-color-contrast': 'var(--on-action)',
  }
  return { variables: {}, light: shared, dark: shared }
}
