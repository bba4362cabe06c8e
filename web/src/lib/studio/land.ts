import type { Point } from "../drawing/shapes";
import type { BackdropPlan } from "../../generated/types";
import type { Change, Draft } from "./draft";

export interface Layer {
  kind: string;
  path: string;
  pen?: number;
}

/** What a maker can draw: areas are filled, lines are not. */
export const AREAS = ["water", "park", "built"] as const;
export const LINES = ["river", "border", "street"] as const;
const TINTS: Readonly<Record<string, string>> = { water: "cfe0dd", park: "e2e8cc", built: "efe5c9", ink: "8a7c55" };

export const tintOf = (draft: Draft, name: string): string => {
  const given = draft[`l/backdrop/tint/${name}`];
  return typeof given === "string" && given.startsWith("#") ? given : `#${TINTS[name] ?? ""}`;
};

/** The paper by day: the draft's own, or the page's. */
export const paperOf = (draft: Draft): string => {
  const given = draft["l/backdrop/tint/paper"];
  return typeof given === "string" && /^#[0-9a-f]{6}$/i.test(given) ? given : "var(--sheet)";
};

export function layersOf(draft: Draft): Layer[] {
  const layers = draft["l/backdrop/layers"];
  return Array.isArray(layers) ? (layers as Layer[]) : [];
}

const PICTURE = "l/backdrop/picture/";
const isArea = (kind: string): boolean => (AREAS as readonly string[]).includes(kind);
const short = (value: number): number => Math.round(value * 10) / 10;

/** A smooth line through corners (Catmull–Rom), closed for an area, as path data. */
export function smoothPath(corners: readonly Point[], kind: string): string {
  const closed = isArea(kind) && corners.length > 2;
  const count = corners.length;
  const at = (index: number): Point =>
    (closed ? corners[(index + count) % count] : corners[Math.min(Math.max(index, 0), count - 1)]) as Point;
  const parts = [`M${short(at(0).x)} ${short(at(0).y)}`];
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const handles = [
      from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6,
      to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6, to.x, to.y,
    ]; // prettier-ignore
    parts.push(`C${handles.map(short).join(" ")}`);
  }
  return parts.join("") + (closed ? "Z" : "");
}

/** Adds a layer on top; a first one brings the tints along. */
export function addLayer(draft: Draft, kind: string, corners: readonly Point[]): Change[] {
  if (corners.length < 2) return [];
  const tints = Object.keys(TINTS).map((name): Change => [`l/backdrop/tint/${name}`, tintOf(draft, name)]);
  const layers = [...layersOf(draft), { kind, path: smoothPath(corners, kind) }];
  return [...tints, ["l/backdrop/layers", layers]];
}

export interface Picture {
  data: string;
  x: number;
  y: number;
  width: number;
  height: number;
  opacity: number;
}

/** The one picture that lies under all layers. */
export function pictureOf(draft: Draft): Picture | null {
  const part = (name: string): unknown => draft[`${PICTURE}${name}`];
  const [data, x, y, width, height, opacity] = ["data", "x", "y", "width", "height", "opacity"].map(part);
  if (typeof data !== "string" || [x, y, width, height, opacity].some((value) => typeof value !== "number"))
    return null;
  return { data, x, y, width, height, opacity } as Picture;
}

/** Puts a picture onto the middle of a sheet, as large as fits. */
export function setPicture(
  draft: Draft,
  photo: { data: string; width: number; height: number },
  sheet: { left: number; top: number; width: number; height: number },
): Change[] {
  const scale = Math.min(sheet.width / photo.width, sheet.height / photo.height);
  const [width, height] = [short(photo.width * scale), short(photo.height * scale)];
  const tints = Object.keys(TINTS).map((name): Change => [`l/backdrop/tint/${name}`, tintOf(draft, name)]);
  const [x, y] = [short(sheet.left + (sheet.width - width) / 2), short(sheet.top + (sheet.height - height) / 2)];
  const placed = Object.entries({ data: photo.data, x, y, width, height, opacity: 0.6 });
  return [
    ...tints,
    ["l/backdrop/layers", layersOf(draft)],
    ...placed.map(([name, value]): Change => [`${PICTURE}${name}`, value]),
  ];
}

/** The whole backdrop, as the map in play gets it; a part that is not finished is left out. */
export function backdropOf(draft: Draft): BackdropPlan | null {
  const layers = layersOf(draft).filter(({ kind, path }) => typeof kind === "string" && typeof path === "string");
  const picture = pictureOf(draft);
  if (!layers.length && !picture) return null;
  const part = <Name extends string>(section: string, ...names: Name[]): Record<Name, number> | null => {
    const values = names.map((name) => [name, draft[`l/backdrop/${section}/${name}`]] as const);
    return values.every(([, value]) => typeof value === "number")
      ? (Object.fromEntries(values) as Record<Name, number>)
      : null;
  };
  const rose = part("rose", "x", "y", "radius");
  const corner = part("vignette", "x", "y", "scale");
  const path = (name: string): string => {
    const given = draft[`l/backdrop/vignette/${name}`];
    return typeof given === "string" ? given : "";
  };
  return {
    tint: Object.fromEntries(Object.keys(TINTS).map((name) => [name, tintOf(draft, name)])),
    layers: layers.map(({ kind, path, pen }) => ({ kind, path, pen: pen ?? null })),
    rose: rose && { ...rose, north: part("rose", "north")?.north ?? 0 },
    vignette: corner && {
      ...corner,
      framed: draft["l/backdrop/vignette/framed"] === true,
      drawing: {
        fill: path("fill"),
        roof: path("roof"),
        shade: path("shade"),
        lamp: path("lamp"),
        line: path("line"),
        fine: path("fine"),
      },
    },
    picture,
  };
}

/** Takes the picture away; a backdrop without anything else goes with it. */
export function removePicture(draft: Draft): Change[] {
  const above = layersOf(draft).length ? PICTURE : "l/backdrop/";
  return Object.keys(draft)
    .filter((key) => key.startsWith(above))
    .map((key): Change => [key, null]);
}

/** Takes a layer away; with the last one goes the backdrop, unless there is a picture. */
export function removeLayer(draft: Draft, index: number): Change[] {
  const layers = layersOf(draft).filter((_, number) => number !== index);
  if (layers.length || pictureOf(draft)) return [["l/backdrop/layers", layers]];
  return Object.keys(draft)
    .filter((key) => key.startsWith("l/backdrop/"))
    .map((key): Change => [key, null]);
}
