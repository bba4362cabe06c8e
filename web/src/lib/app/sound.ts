import type { EventInfo } from "../../generated/types";

/** Sounds are made on the spot; only if sound was switched on. All of them are soft. */
const LOUD = 0.12;
const PIECES_APART = 0.12; // seconds, as pieces land
const MOST_PIECES = 6;
const CARDS = new Set(["card.face_up", "card.blind"]);

/** A small bell: it is somebody's turn here. */
export function chime(): void {
  sounding((context) => {
    tone(context, 880, 0, 0.9);
    tone(context, 1320, 0.12, 0.9);
  });
}

/** What is seen to happen: cards that are drawn, and pieces that land one after the other. */
export function rustle(news: readonly EventInfo[], lengthOf: (lane: number) => number): void {
  const cards = news.filter(({ code }) => CARDS.has(code)).length;
  const claimed = news.filter(({ code }) => code === "route.claimed").map(({ facts }) => facts.lane ?? -1);
  const pieces = Math.min(
    MOST_PIECES,
    claimed.reduce((sum, lane) => sum + lengthOf(lane), 0),
  );
  if (cards + pieces === 0) return;
  sounding((context) => {
    for (let card = 0; card < Math.min(2, cards); card++) swish(context, card * PIECES_APART);
    for (let piece = 0; piece < pieces; piece++) tone(context, 220 + 14 * piece, piece * PIECES_APART, 0.09);
  });
}

const LONGEST = 2_000; // milliseconds

function sounding(play: (context: AudioContext) => void): void {
  try {
    const context = new AudioContext();
    play(context);
    setTimeout(() => void context.close(), LONGEST);
  } catch {
    // a browser without sound
  }
}

function tone(context: AudioContext, pitch: number, delay: number, length: number): void {
  const start = context.currentTime + delay;
  const source = context.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  source.connect(fading(context, start, length));
  source.start(start);
  source.stop(start + length);
}

/** A card that slides over another. */
function swish(context: AudioContext, delay: number): void {
  const [start, length] = [context.currentTime + delay, 0.14];
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  noise.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1));
  const source = context.createBufferSource();
  source.buffer = noise;
  source.connect(fading(context, start, length));
  source.start(start);
}

function fading(context: AudioContext, start: number, length: number): GainNode {
  const volume = context.createGain();
  volume.gain.setValueAtTime(LOUD, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  volume.connect(context.destination);
  return volume;
}
