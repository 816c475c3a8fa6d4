// Keeps the records of a sandbox's home page up to date while the page is visible.
const records = document.getElementById('records')
setInterval(async () => {
  if (document.hidden) return
  // While the server is away, the page keeps what it shows.
  const response = await fetch(location.href).catch(() => null)
  if (response === null || !response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const latest = page.getElementById('records')
  if (latest !== null && latest.innerHTML !== records.innerHTML) records.replaceChildren(...latest.childNodes)
}, 2_000)
