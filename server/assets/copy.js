// The copy buttons of server-rendered pages.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = button.dataset.copied
    setTimeout(() => (button.textContent = label), 2_000)
  })
}
