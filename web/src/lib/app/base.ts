/** Where the app lives: the server writes it into <base href>, so the app works under any sub-path. */
export const base: string = new URL(document.baseURI).pathname;

/** The address of something of ours, from the root of the app: `at("api/boards")`. */
export function at(path: string): string {
  return base + path.replace(/^\//, "");
}

/** The same as a whole link that can be shared. */
export function link(path: string): string {
  return new URL(at(path), document.baseURI).href;
}
