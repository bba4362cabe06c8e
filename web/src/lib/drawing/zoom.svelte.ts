import type { Point, Size } from "./shapes";

/** How near one may come: pixels to one unit of the sheet … */
const NEAREST = 3;
/** … or as many times nearer than the whole sheet is seen. */
const NEARER = 5;
const MARGIN = 48; // pixels around what is to be seen
const CLICK = 6; // pixels that a finger may move and still mean a click

/** Pixels above and below. */
export interface Margins {
  top: number;
  bottom: number;
}

/** A sheet within a panel: pan and zoom by mouse, wheel, touch and keys. The panel is measured in pixels. */
export class Zoom {
  /** Pixels of the screen to one unit of the sheet. */
  scale = $state(1);
  /** Where in the panel the sheet begins. */
  x = $state(0);
  y = $state(0);
  panel = $state.raw<Size>({ width: 0, height: 0 });
  /** True while a finger or the mouse moves the map: what follows is no click. */
  dragged = false;
  /** While it is moved and not zoomed, so that its drawing may be kept. */
  panning = $state(false);

  /** Pixels at the panel's right and bottom that something lies on. */
  private covered: Size = { width: 0, height: 0 };
  /** Where it was before it became smaller to show something, if nobody has moved it since. */
  private before: (Point & { scale: number }) | null = null;
  private readonly pointers = new Map<number, Point>();
  private moved = 0;

  constructor(
    private readonly sheet: () => Size,
    /** How far a sheet that is not seen whole may be moved away from the rims: something lies on the panel there. */
    private readonly margins: (panel: Size) => Margins = () => ({ top: 0, bottom: 0 }),
  ) {}

  /** As a style: only so the browser moves what it has drawn instead of drawing it anew. */
  get transform(): string {
    return `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /** The scale at which the whole sheet fits the panel. */
  get whole(): number {
    const { width, height } = this.sheet();
    return Math.max(1e-3, Math.min(this.panel.width / width, this.panel.height / height));
  }

  get isWhole(): boolean {
    return this.scale <= this.whole * 1.001;
  }

  get isNearest(): boolean {
    return this.scale >= this.nearest * 0.999;
  }

  /** What is seen of the sheet, in its units. */
  get seen(): Point & Size {
    const { width, height } = this.sheet();
    const [left, top] = [Math.max(0, -this.x / this.scale), Math.max(0, -this.y / this.scale)];
    return {
      x: left,
      y: top,
      width: Math.min(width, (this.panel.width - this.x) / this.scale) - left,
      height: Math.min(height, (this.panel.height - this.y) / this.scale) - top,
    };
  }

  /** The panel has another size: the whole sheet stays whole, and else what was in the middle stays there. */
  resize(panel: Size): void {
    const wasWhole = this.panel.width === 0 || this.isWhole;
    const middle = this.onSheet({ x: this.panel.width / 2, y: this.panel.height / 2 });
    this.panel = panel;
    if (wasWhole) this.reset();
    else this.centre(middle);
  }

  /** Something lies on so much of the panel's right and bottom: the sheet may be moved out from under it. */
  cover(covered: Size): void {
    this.covered = covered;
    this.to(this.x, this.y);
  }

  /** What can be seen of the panel. */
  private get open(): Size {
    const { width, height } = this.covered;
    return { width: Math.max(1, this.panel.width - width), height: Math.max(1, this.panel.height - height) };
  }

  reset(): void {
    this.before = null;
    this.scale = this.whole;
    this.to(0, 0);
  }

  /** Zooms so that a point of the panel stays where it is. */
  by(factor: number, at: Point = { x: this.panel.width / 2, y: this.panel.height / 2 }): void {
    this.before = null;
    const scale = this.within(this.scale * factor);
    const change = scale / this.scale;
    this.scale = scale;
    this.to(at.x - (at.x - this.x) * change, at.y - (at.y - this.y) * change);
  }

  /** Brings a point of the sheet to the middle, or to that of the part of the panel that can be seen. */
  centre(at: Point, scale = this.scale, { width, height }: Size = this.panel): void {
    this.before = null;
    this.scale = this.within(scale);
    this.to(width / 2 - at.x * this.scale, height / 2 - at.y * this.scale);
  }

  /** Moves as little as it takes to have all of these points of the sheet in view; for none it goes back. */
  show(points: readonly Point[]): void {
    const isCovered = this.covered.width + this.covered.height > 0;
    if (points.length === 0) this.goBack();
    if (points.length === 0 || (this.isWhole && !isCovered)) return;
    const { width, height } = this.open;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = (panel: number, length: number): number => Math.max(1, panel - 2 * MARGIN) / Math.max(length, 1);
    const fitting = Math.min(room(width, right - left), room(height, bottom - top));
    if (fitting < this.scale) {
      const before = this.before ?? { x: this.x, y: this.y, scale: this.scale };
      this.centre({ x: (left + right) / 2, y: (top + bottom) / 2 }, fitting, this.open);
      this.before = before;
      return;
    }
    const inside = (low: number, high: number, panel: number, at: number): number =>
      Math.min(Math.max(at, MARGIN - low * this.scale), panel - MARGIN - high * this.scale);
    this.to(inside(left, right, width, this.x), inside(top, bottom, height, this.y));
  }

  private goBack(): void {
    if (!this.before) return;
    const { x, y, scale } = this.before;
    this.before = null;
    this.scale = scale;
    this.to(x, y);
  }

  pan(dx: number, dy: number): void {
    this.before = null;
    this.to(this.x + dx, this.y + dy);
  }

  /** From the panel to the sheet. */
  onSheet({ x, y }: Point): Point {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  private get nearest(): number {
    return Math.max(NEAREST, NEARER * this.whole);
  }

  private within(scale: number): number {
    return Math.min(this.nearest, Math.max(this.whole, scale));
  }

  /** The sheet never leaves its panel but for the margins; where it is shorter it lies in the middle. */
  private to(x: number, y: number): void {
    const { width, height } = this.sheet();
    const margins = this.isWhole ? { top: 0, bottom: 0 } : this.margins(this.panel);
    const held = (at: number, length: number, panel: number, before: number, after: number): number => {
      const rest = (panel - length) / 2;
      const [least, most] = length <= panel ? [rest, rest] : [panel - length, 0];
      return Math.min(most + before, Math.max(least - after, at));
    };
    this.x = held(x, width * this.scale, this.panel.width, 0, this.covered.width);
    const below = Math.max(margins.bottom, this.covered.height);
    this.y = held(y, height * this.scale, this.panel.height, margins.top, below);
  }

  // --- gestures; points are those of the panel
  down(event: PointerEvent, point: Point): void {
    if (this.pointers.size === 0) {
      this.moved = 0;
      this.dragged = false;
    }
    this.pointers.set(event.pointerId, point);
  }

  move(event: PointerEvent, point: Point): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
    const other = others[0];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(point.x - other.x, point.y - other.y);
      if (was > 0) this.by(is / was, { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
      this.pan((point.x - before.x) / 2, (point.y - before.y) / 2);
      this.dragged = true;
      this.panning = false;
    } else {
      this.moved += Math.hypot(point.x - before.x, point.y - before.y);
      if (this.moved > CLICK) this.dragged = true;
      if (this.dragged) {
        this.panning = true;
        this.pan(point.x - before.x, point.y - before.y);
      }
    }
    this.pointers.set(event.pointerId, point);
  }

  up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.panning = false;
  }

  key(event: KeyboardEvent): boolean {
    const [across, down] = [this.panel.width / 8, this.panel.height / 8];
    const moves: Record<string, () => void> = {
      "+": () => this.by(1.3),
      "=": () => this.by(1.3),
      "-": () => this.by(1 / 1.3),
      "0": () => this.reset(),
      ArrowLeft: () => this.pan(across, 0),
      ArrowRight: () => this.pan(-across, 0),
      ArrowUp: () => this.pan(0, down),
      ArrowDown: () => this.pan(0, -down),
    };
    const move = moves[event.key];
    if (!move) return false;
    move();
    return true;
  }
}
