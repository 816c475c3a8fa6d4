const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><circle cx="14" cy="14" r="13" fill="#fc3"/><path d="M8 16a6 6 0 0 0 12 0z" fill="#733"/><path d="M9 11h.01M19 11h.01" stroke="#422" stroke-width="3.5" stroke-linecap="round"/></svg>'

/** The picture of an emoticon for a channel that has none yet. */
export const sampleEmoticon = `data:image/svg+xml,${encodeURIComponent(drawing)}`
