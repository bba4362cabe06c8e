import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { BoardPlan } from "../../src/generated/types";
import { Letterer } from "../../src/lib/drawing/lettering";
import { stepOf, leastScale } from "../../src/lib/drawing/steps";
import { Zoom } from "../../src/lib/drawing/zoom.svelte";
import { problemsOf } from "./readable";

/** Plans of boards that Hypothesis made up, from tests/draw/test_readable.py; without them there is nothing to test. */
const file = process.env["FERROVIA_PLANS"];

interface Made {
  plan: BoardPlan;
  colours: string[];
}

test.runIf(file)(
  "maps of boards that nobody thought of can be read",
  () => {
    const made = JSON.parse(readFileSync(file ?? "", "utf8")) as Made[];
    expect(made.length).toBeGreaterThan(0);
    const found = made.flatMap(({ plan, colours }, number) =>
      [
        { width: 1136, height: 728, minimum: 11 },
        { width: 390, height: 420, minimum: 12 },
      ].flatMap(({ minimum, ...panel }) =>
        problemsAt(plan, colours, panel, minimum).map((problem) => `plan ${number}, ${panel.width} wide: ${problem}`),
      ),
    );
    expect(found).toEqual([]);
  },
  600_000,
);

function problemsAt(
  plan: BoardPlan,
  colours: string[],
  panel: { width: number; height: number },
  minimum: number,
): string[] {
  const zoom = new Zoom(() => plan);
  zoom.resize(panel);
  const base = zoom.whole;
  zoom.by(1e6);
  const last = stepOf(zoom.scale, base);
  const letterer = new Letterer(plan, colours, minimum, base);
  const found: string[] = [];
  for (let step = 0; step <= last; step++)
    for (const important of [[], [0, plan.places.length - 1]]) {
      const lettering = letterer.at(step, important);
      const problems = problemsOf(plan, colours, lettering, leastScale(step, base), minimum);
      found.push(...problems.map((problem) => `step ${step}: ${problem}`));
    }
  return found;
}
