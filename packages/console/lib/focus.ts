/** Focuses an element when it appears, as its `ref`: the first field of a page that is a form. */
export function focusOnOpen(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
}
