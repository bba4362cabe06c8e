import { mount, tick, unmount } from "svelte";
import type { BoardInfo, BoardPlan } from "../../generated/types";
import Board from "../../components/map/Board.svelte";
import { backdrop } from "../server/boards.svelte";

/** The map of a game as a picture of its own: drawn here, with everything it needs inside. */
export interface Pictured {
  board: BoardInfo;
  plan: BoardPlan;
  owners: number[];
  seats: number;
}

/** Pixels across: room for every name. */
const WIDE = 1600;
const PNG_SCALE = 1.5;
/** Milliseconds: a picture is decoded before the fonts inside it are, and says nothing of these. */
const FONT_WAIT = 400;
const SPACE = "http://www.w3.org/2000/svg";

/** What the page's style sheets say of a drawing. Inherited ones are written where they change. */
const INHERITED = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor", "dominant-baseline", "paint-order", "visibility", "color",
] as const; // prettier-ignore
/** Those of an element of its own, with what they usually are. */
const OWN: Record<string, string[]> = {
  opacity: ["1"],
  display: ["inline", "block"],
  "mix-blend-mode": ["normal"],
  transform: ["none"],
};

/** As SVG text, at any size of window the same. */
export async function mapAsSvg({ board, plan, owners, seats }: Pictured): Promise<string> {
  const height = Math.round((WIDE * plan.height) / plan.width);
  const stage = document.createElement("div");
  stage.style.cssText = `position:fixed;left:-20000px;top:0;width:${WIDE}px;height:${height}px`;
  stage.setAttribute("aria-hidden", "true");
  document.body.append(stage);
  const drawn = mount(Board, { target: stage, props: { board, plan, owners, seats } });
  try {
    await backdrop(board.id).catch(() => null); // without one the map stands on plain paper
    await frames(3);
    const map = stage.querySelector<SVGGElement>("svg .map");
    if (!map) throw new Error("no map was drawn");
    return written(copied(map), plan, await fontOf(map));
  } finally {
    await unmount(drawn);
    stage.remove();
  }
}

async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) {
    await tick();
    await pause(50); // frames are not drawn in a tab in the background
  }
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** The same drawing, every look written into it. */
function copied(map: SVGGElement): SVGGElement {
  const copy = map.cloneNode(true) as SVGGElement;
  const [from, to] = [
    [map, ...map.querySelectorAll("*")],
    [copy, ...copy.querySelectorAll("*")],
  ];
  from.forEach((element, index) => writeLook(element, to[index]));
  copy.removeAttribute("aria-hidden");
  return copy;
}

function writeLook(element: Element, copy: Element | undefined): void {
  if (!(copy instanceof SVGElement)) return;
  const look = getComputedStyle(element);
  const around = element.parentElement ? getComputedStyle(element.parentElement) : null;
  const isOutermost = element.classList.contains("map");
  const said: string[] = [];
  for (const name of INHERITED) {
    const value = look.getPropertyValue(name);
    if (isOutermost || value !== around?.getPropertyValue(name)) said.push(`${name}:${value}`);
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = look.getPropertyValue(name);
    const isPlace = name === "transform" && (isOutermost || element.hasAttribute("transform")); // where the map is moved to
    if (!usual.includes(value) && !isPlace) said.push(`${name}:${value}`);
  }
  copy.removeAttribute("class");
  if (said.length > 0) copy.setAttribute("style", said.join(";"));
  else copy.removeAttribute("style");
}

function written(map: SVGGElement, plan: BoardPlan, font: string): string {
  const svg = document.createElementNS(SPACE, "svg");
  svg.setAttribute("xmlns", SPACE);
  svg.setAttribute("viewBox", `0 0 ${plan.width} ${plan.height}`);
  svg.setAttribute("width", String(WIDE));
  svg.setAttribute("height", String(Math.round((WIDE * plan.height) / plan.width)));
  if (font) {
    const style = document.createElementNS(SPACE, "style");
    style.textContent = font;
    svg.append(style);
  }
  svg.append(map);
  return new XMLSerializer().serializeToString(svg).replaceAll("<!---->", "");
}

// --- the font -------------------------------------------------------------------------------------------
/** The faces of the map's font as rules with the files inside; none if they can't be had: then a similar one is used. */
async function fontOf(map: Element): Promise<string> {
  const family = firstFamily(getComputedStyle(map).fontFamily);
  const faces = [...document.styleSheets].flatMap(rulesOf).filter((rule) => rule instanceof CSSFontFaceRule);
  const ours = faces.filter((face) => firstFamily(face.style.getPropertyValue("font-family")) === family);
  const written = await Promise.all(ours.map((face) => embedded(face).catch(() => "")));
  return written.filter(Boolean).join("\n");
}

const firstFamily = (families: string): string => (families.split(",")[0] ?? "").replace(/["']/g, "").trim();

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // a sheet of a browser's extension
  }
}

async function embedded(face: CSSFontFaceRule): Promise<string> {
  const address = /url\("?([^")]+\.woff2)"?\)/.exec(face.style.getPropertyValue("src"))?.[1];
  if (!address) return "";
  const file = await fetch(new URL(address, face.parentStyleSheet?.href ?? document.baseURI));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = btoa(bytes.reduce((letters, byte) => letters + String.fromCharCode(byte), ""));
  const says = (name: string): string => face.style.getPropertyValue(name);
  return (
    `@font-face{font-family:${says("font-family")};font-weight:${says("font-weight")};font-style:${says("font-style")};` +
    `unicode-range:${says("unicode-range") || "U+0-10FFFF"};src:url(data:font/woff2;base64,${text}) format("woff2")}`
  );
}

// --- as pixels --------------------------------------------------------------------------------------------
export async function svgAsPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    await pause(FONT_WAIT);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * PNG_SCALE);
    canvas.height = Math.round(image.height * PNG_SCALE);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
