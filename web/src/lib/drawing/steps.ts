/** Zoom is cut into steps. What is written on the map has one place within a step, so that nothing jumps while one zooms. */
const FACTOR = 1.1;

/** The step that a scale (pixels of the screen to one unit of the plan) lies in. */
export function stepOf(scale: number): number {
  return Math.floor(Math.log(scale) / Math.log(FACTOR) + 1e-9);
}

/** The smallest scale of a step: what can be read there can be read in all of it. */
export function leastScale(step: number): number {
  return FACTOR ** step;
}
