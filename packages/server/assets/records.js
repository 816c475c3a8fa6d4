// Keeps the records of a sandbox's home page up to date while the page is visible.
const records = document.getElementById('records')
const timeFormat = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
let received = records.innerHTML
showLocalTimes()
setInterval(async () => {
  if (document.hidden) return
  // While the server is away, the page keeps what it shows.
  const response = await fetch(location.href).catch(() => null)
  if (response === null || !response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const latest = page.getElementById('records')
  if (latest === null || latest.innerHTML === received) return
  received = latest.innerHTML
  records.replaceChildren(...latest.childNodes)
  showLocalTimes()
}, 2_000)

// The server writes UTC.
function showLocalTimes() {
  for (const time of records.querySelectorAll('time')) time.textContent = timeFormat.format(new Date(time.dateTime))
}
