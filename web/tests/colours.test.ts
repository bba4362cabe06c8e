import { describe, expect, it } from "vitest";
import html from "../index.html?raw";

const sources = import.meta.glob<string>("../src/**/*.{svelte,ts,css}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const COLOURS = "../src/styles/colours.css";
const files = Object.entries(sources).filter(([name]) => !name.startsWith("../src/generated/"));

/** A colour written out: in figures, or by a name where a colour is wanted. */
const LITERAL =
  /(?<![&\w])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?!["`]?\))|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]|\b(?:fill|stroke|color|background(?:-color)?|border(?:-\w+)?)(?:: |=")(?:[\w.% ]+ )?(?:white|black|red|green|blue|gold|gr[ea]y|orange|pink|yellow)\b(?!-)/gi;

/** Without comments and what is no colour: links, ids and addresses. */
const stripped = (text: string): string =>
  text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->|\/\/ .*$/gm, "").replace(/url\(#[^)]*\)/g, "");

describe("every colour of the page", () => {
  it("stands in one file, or comes from Python", () => {
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap(([name, text]) =>
      name === COLOURS ? [] : [...stripped(text).matchAll(LITERAL)].map(([literal]) => `${name}: ${literal}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "fill: #fff;",
    'stroke="#2b2926"',
    "color: rgb(0 0 0 / 40%)",
    "hsl(20 10% 10%)",
    "background: white;",
    "border: 1px solid black;",
    'const brass = { fill: "#f3e2b3" }',
  ])("would be found elsewhere: %s", (text) => {
    expect(stripped(text)).toMatch(LITERAL);
  });

  it.each([
    "fill: var(--ink);",
    "url(#sheet-1)",
    "rgb(var(--shade) / 20%)",
    "<!-- #fff -->",
    "link(`t/${id}#${token}`)",
  ])("is no matter of: %s", (text) => {
    expect(stripped(text)).not.toMatch(LITERAL);
  });

  it("that is used is there", () => {
    const all = files.map(([, text]) => text).join("\n");
    const defined = new Set([...all.matchAll(/(--[\w-]+)(?::\s|=)/g)].map(([, name]) => name));
    const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  });

  it("has a name that means nothing else", () => {
    const names = new Set([...(sources[COLOURS] ?? "").matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));
    expect(names.size).toBeGreaterThan(50);
    const found = files.flatMap(([file, text]) =>
      file === COLOURS
        ? []
        : [...text.matchAll(/(--[\w-]+)(?::\s|=)/g)].flatMap(([, name]) =>
            names.has(name) ? [`${file}: ${name}`] : [],
          ),
    );
    expect(found).toEqual([]);
  });

  it("of the browser's own frame is that of the paper", () => {
    const paper = /--paper: (#\w+);/.exec(sources[COLOURS] ?? "")?.[1];
    expect(paper).toBeDefined();
    expect(html).toContain(`<meta name="theme-color" content="${paper ?? ""}" />`);
  });
});
