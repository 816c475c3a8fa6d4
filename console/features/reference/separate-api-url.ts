/** The address of the API where it is not that of the pages: no page can call it then. */
export const separateApiUrl = document.querySelector<HTMLMetaElement>('meta[name=onair-api]')?.content || null
