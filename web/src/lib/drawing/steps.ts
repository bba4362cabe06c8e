/** Zoom is cut into steps. What is written on the map has one place within a step, so that nothing jumps while one zooms. */
const FACTOR = 1.1;

/** The step that a scale (pixels of the screen to one unit of the plan) lies in; step 0 begins at the base. */
export function stepOf(scale: number, base = 1): number {
  return Math.floor(Math.log(scale / base) / Math.log(FACTOR) + 1e-9);
}

/** The smallest scale of a step: what can be read there can be read in all of it. */
export function leastScale(step: number, base = 1): number {
  return base * FACTOR ** step;
}
