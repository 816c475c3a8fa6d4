// The search of the console, which Ctrl+K and ⌘K open there too.
const link = document.querySelector('.site-header .find')
if (/Mac|iPhone|iPad/.test(navigator.userAgent)) link.querySelector('kbd').textContent = '⌘K'
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  link.click()
})
