/** A small bell, made on the spot; only if sound was switched on. */
export function chime(): void {
  try {
    const context = new AudioContext();
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.12, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.9);
    volume.connect(context.destination);
    for (const [pitch, delay] of [
      [880, 0],
      [1320, 0.12],
    ] as const) {
      const tone = context.createOscillator();
      tone.type = "sine";
      tone.frequency.value = pitch;
      tone.connect(volume);
      tone.start(context.currentTime + delay);
      tone.stop(context.currentTime + 0.9);
    }
    setTimeout(() => void context.close(), 1200);
  } catch {
    // a browser without sound
  }
}
