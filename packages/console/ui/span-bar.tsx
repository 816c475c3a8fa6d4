/** When something began and how long it took, both in percent of what all rows have in common. */
export function SpanBar({ left, width, color }: { left: number; width: number; color: string }) {
  return (
    <svg viewBox="0 0 100 8" width="100%" height="8" display="block" preserveAspectRatio="none" aria-hidden="true">
      <rect fill="var(--color-border)" y="3.5" width="100" height="1" />
      <rect fill={color} x={left} y="1" width={width} height="6" />
    </svg>
  )
}
