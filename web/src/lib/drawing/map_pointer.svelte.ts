import type { Point } from "./shapes";
import type { Zoom } from "./zoom.svelte";

/** Milliseconds after which a lane is told about: with a mouse that rests on it, and with a finger that stays. */
const REST = 350;
const HOLD = 450;

/** A lane that is told about, beside the point of the panel that means it. */
export interface Told extends Point {
  lane: number;
}

/** What a mouse or a finger means on the map: a lane that it is over, a lane to be told about, a lane that is chosen. */
export class MapPointer {
  hovered = $state<number | null>(null);
  told = $state.raw<Told | null>(null);
  /** A place that something can be done at, under the mouse. */
  place = $state<number | null>(null);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private wasHeld = false;

  constructor(
    private readonly zoom: Zoom,
    private readonly laneUnder: (at: Point, isFinger: boolean) => number | null,
    private readonly choose: (lane: number) => void,
    private readonly placeUnder: (at: Point, isFinger: boolean) => number | null = () => null,
    private readonly choosePlace: (place: number) => void = () => undefined,
  ) {}

  down(event: PointerEvent, at: Point): void {
    this.zoom.down(event, at);
    this.forget();
    this.wasHeld = false;
    if (event.pointerType === "mouse") return;
    this.timer = setTimeout(() => {
      if (!this.zoom.dragged) this.wasHeld = this.tell(this.laneUnder(at, true), at);
    }, HOLD);
  }

  move(event: PointerEvent, at: Point): void {
    this.zoom.move(event, at);
    if (this.zoom.dragged && event.buttons) this.forget();
    if (event.pointerType !== "mouse" || event.buttons) return;
    this.place = this.placeUnder(at, false);
    const lane = this.place === null ? this.laneUnder(at, false) : null;
    if (lane === this.hovered) return;
    this.forget();
    this.hovered = lane;
    if (lane !== null) this.timer = setTimeout(() => this.tell(lane, at), REST);
  }

  up(event: PointerEvent): void {
    this.zoom.up(event);
    clearTimeout(this.timer);
  }

  leave(event: PointerEvent): void {
    this.zoom.up(event);
    if (event.pointerType === "mouse") this.forget();
    this.hovered = this.place = null;
  }

  click(event: MouseEvent, at: Point): void {
    const isFinger = (event as PointerEvent).pointerType === "touch";
    if (this.zoom.dragged || (isFinger && this.wasHeld)) return;
    this.forget();
    const place = this.placeUnder(at, isFinger);
    const lane = place === null ? this.laneUnder(at, isFinger) : null;
    if (place !== null) this.choosePlace(place);
    else if (lane !== null) this.choose(lane);
  }

  forget(): void {
    clearTimeout(this.timer);
    this.told = null;
  }

  private tell(lane: number | null, at: Point): boolean {
    if (lane === null) return false;
    this.told = { lane, ...at };
    return true;
  }
}
