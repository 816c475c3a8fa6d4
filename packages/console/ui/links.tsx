import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'

type LinkProps = { children?: ReactNode; ref?: Ref<HTMLAnchorElement> }

/** Links to console pages in the style of Mantine. A link to a page that does not exist does not compile. */
export const ButtonLink = createLink((props: ButtonProps & LinkProps) => <Button component="a" {...props} />)
export const AnchorLink = createLink((props: AnchorProps & LinkProps) => <Anchor {...props} />)
