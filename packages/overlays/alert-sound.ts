let context: AudioContext | null = null

let sound: HTMLAudioElement | null = null

/** The sound of the streamer, or two notes. Silent where the browser allows no sound before a click; OBS allows it. */
export function playAlert(volume: number, url: string | undefined): void {
  sound?.pause()
  if (volume === 0) return
  if (url === undefined) return playChime(volume)
  sound = new Audio(url)
  sound.volume = volume
  void sound.play().catch(() => {})
}

function playChime(volume: number): void {
  context ??= new AudioContext()
  if (context.state !== 'running') return void context.resume().catch(() => {})
  const start = context.currentTime
  for (const [index, frequency] of [784, 1175].entries()) {
    const oscillator = new OscillatorNode(context, { frequency, type: 'sine' })
    const gain = new GainNode(context, { gain: 0 })
    const at = start + index * 0.12
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(volume * 0.4, at + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.6)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(at)
    oscillator.stop(at + 0.6)
  }
}
