/** Pan and zoom of a picture by mouse, wheel, touch and keys. Units are those of the picture. */
export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** True while a finger or the mouse moves the map: what follows is no click. */
  dragged = false;
  /** While it is moved and not zoomed, so that its drawing may be kept. */
  panning = $state(false);

  private readonly pointers = new Map<number, { x: number; y: number }>();
  private moved = 0;

  constructor(
    private readonly width: () => number,
    private readonly height: () => number,
    private readonly most = 5,
  ) {}

  /** As a style: only so the browser moves what it has drawn instead of drawing it anew. */
  get transform(): string {
    return `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  reset(): void {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  /** Zooms so that the point (in units of the whole picture) stays where it is. */
  by(factor: number, at = { x: this.width() / 2, y: this.height() / 2 }): void {
    const scale = Math.min(this.most, Math.max(1, this.scale * factor));
    const change = scale / this.scale;
    this.scale = scale;
    this.to(at.x - (at.x - this.x) * change, at.y - (at.y - this.y) * change);
  }

  /** Brings a point of the map to the middle. */
  centre(x: number, y: number, scale = this.scale): void {
    this.scale = Math.min(this.most, Math.max(1, scale));
    this.to(this.width() / 2 - x * this.scale, this.height() / 2 - y * this.scale);
  }

  /** Moves as little as it takes to have all of these points of the map in view. */
  show(points: { x: number; y: number }[], margin = this.width() / 14): void {
    if (points.length === 0 || this.scale === 1) return;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
    const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
    const scale = Math.max(1, Math.min(this.scale, this.width() / (right - left), this.height() / (bottom - top)));
    const within = (low: number, high: number, length: number, at: number): number =>
      Math.min(Math.max(at, -low * scale), length - high * scale);
    const change = scale / this.scale;
    this.scale = scale;
    const middle = { x: this.width() / 2, y: this.height() / 2 };
    const [x, y] = [middle.x - (middle.x - this.x) * change, middle.y - (middle.y - this.y) * change];
    this.to(within(left, right, this.width(), x), within(top, bottom, this.height(), y));
  }

  pan(dx: number, dy: number): void {
    this.to(this.x + dx, this.y + dy);
  }

  private to(x: number, y: number): void {
    this.x = Math.min(0, Math.max(this.width() * (1 - this.scale), x));
    this.y = Math.min(0, Math.max(this.height() * (1 - this.scale), y));
  }

  // --- gestures
  down(event: PointerEvent, point: { x: number; y: number }): void {
    if (this.pointers.size === 0) {
      this.moved = 0;
      this.dragged = false;
    }
    this.pointers.set(event.pointerId, point);
  }

  move(event: PointerEvent, point: { x: number; y: number }, unit: number): void {
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
      this.moved += Math.hypot(point.x - before.x, point.y - before.y) * unit;
      if (this.moved > 6) this.dragged = true;
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
    const step = this.width() / 10;
    const moves: Record<string, () => void> = {
      "+": () => this.by(1.3),
      "=": () => this.by(1.3),
      "-": () => this.by(1 / 1.3),
      "0": () => this.reset(),
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
    };
    const move = moves[event.key];
    if (!move) return false;
    move();
    return true;
  }
}
